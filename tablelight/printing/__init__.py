"""Things to print, each a PDF at exact millimetres. A maker returns the file's bytes; commands write them."""
