"""Where things are: markers, the mat, the camera, millimetres to pixels."""
