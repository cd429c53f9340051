"""The page: one for phones and the big screen. Pure HTML from what the table knows; taps come back as acts."""
