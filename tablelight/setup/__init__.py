"""What a table is set up with: settings, folders, wiring, the check-up."""
