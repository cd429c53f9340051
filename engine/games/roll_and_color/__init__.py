"""Roll & Color (rules RC-*): the game, its sheet, and exact odds."""
