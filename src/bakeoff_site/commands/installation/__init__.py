"""What an installation needs before it starts: folders, permissions, settings, connections, an administrator."""
