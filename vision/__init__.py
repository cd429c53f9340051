import os

# OpenCV reads this when it is loaded. Pictures are measured before they are unpacked (``vision.pictures``); this holds
# also where a damaged one fools that.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "30000000")
