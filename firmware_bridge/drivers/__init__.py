"""Every kind of light a table may have, behind one interface."""
