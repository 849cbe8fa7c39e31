"""What other programs take from a project: files in their own formats, written on request."""
