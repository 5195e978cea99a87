"""The protocols, a folder each that offers its class as `PROTOCOL`."""
