"""Pictures to dice and cards.

Nothing seen here leaves the house. onnxruntime, from 1.29 on, keeps a number for this computer in the home folder and
tells its makers what it runs, unless this is in the environment before it is loaded; afterwards nothing stops it
(docs/Privacy.md of onnxruntime). So it is set here, where every way to onnxruntime passes.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# OpenCV reads this when it is loaded. Pictures are measured before they are unpacked (``vision.camera.decoding``);
# this holds also where a damaged one fools that.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "30000000")
