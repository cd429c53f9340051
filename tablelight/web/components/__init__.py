"""Parts of pages, shared by several views."""
