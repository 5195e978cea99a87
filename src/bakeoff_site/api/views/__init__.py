"""The operations, a router a subject. Each calls the services, selectors and permissions that the pages call."""
