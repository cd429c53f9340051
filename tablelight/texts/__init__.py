"""What the service says, one file a language."""
