"""Files that the site holds: uploads as they come in, what is stored, what is deleted, and the room for it."""
