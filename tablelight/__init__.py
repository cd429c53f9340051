import vision as _vision  # noqa: F401  it sets limits that OpenCV reads when it is loaded, whoever loads it first
