"""The operations, a router a subject. Each calls the services, selectors and rules that the pages call."""
