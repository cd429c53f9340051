"""Whatever calls itself a picture, on the disk or in the network, is measured before it is unpacked."""

import base64
import socket
import struct
import threading
import time
import zlib
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random

import cv2
import numpy as np
import pytest

from vision.camera import decoding
from vision.camera.decoding import MOST_BYTES, decoded, size_of
from vision.camera.frames import load_picture
from vision.camera.mjpeg import Mjpeg, Splitter
from vision.camera.sources import open_camera
from vision.errors import PictureError, VisionError

SMALL = np.random.default_rng(1).integers(0, 255, (24, 32, 3), np.uint8)


def jpeg(image=SMALL, *how):
    return cv2.imencode(".jpg", image, how)[1].tobytes()


def png(width, height):
    """A PNG of black pixels, which takes few bytes however large it is."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pack, row = zlib.compressobj(1), b"\0" * (1 + (width + 7) // 8)
    data = b"".join(pack.compress(row * min(500, height - n)) for n in range(0, height, 500)) + pack.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def claiming(width, height, content=None):
    """A JPEG whose head says that it is so large."""
    content = bytearray(content or jpeg())
    at = content.index(b"\xff\xc0")
    content[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(content)


HOSTILE = {
    "20,000 x 20,000": png(20_000, 20_000),
    "60,000 x 60,000": claiming(60_000, 60_000),
    "1 x 5,000": png(1, 5_000),
    "5,000 x 1": jpeg(np.zeros((1, 5000, 3), np.uint8)),
    "0 x 24": claiming(0, 24),
}


@pytest.fixture
def unpacked(monkeypatch):
    """The sizes of what was given to the decoder."""
    sizes, decode = [], cv2.imdecode

    def watched(data, how):
        sizes.append(size_of(data.tobytes()))
        return decode(data, how)

    monkeypatch.setattr(cv2, "imdecode", watched)
    return sizes


@pytest.mark.parametrize("size", HOSTILE)
def test_a_picture_that_no_table_can_be_seen_in_is_named_with_its_size_and_not_unpacked(tmp_path, unpacked, size):
    file = tmp_path / "odd.jpg"
    file.write_bytes(HOSTILE[size])
    with pytest.raises(PictureError, match=rf"odd\.jpg has {size} pixels; .*\.$"):
        load_picture(file)
    assert unpacked == []


@pytest.mark.parametrize("size", HOSTILE)
def test_a_folder_of_such_pictures_is_a_camera_that_says_so(tmp_path, unpacked, size):
    (tmp_path / "1.png").write_bytes(HOSTILE[size])
    camera = open_camera(str(tmp_path))
    try:
        for _ in range(500):
            if size in camera.health.message:
                break
            time.sleep(0.01)
        assert size in camera.health.message and camera.latest() is None
    finally:
        camera.close()
    assert unpacked == []


def test_a_file_of_too_many_bytes_is_not_read_to_its_end(tmp_path):
    file = tmp_path / "long.png"
    with file.open("wb") as out:
        out.truncate(MOST_BYTES * 100)  # takes no room on the disk
    with pytest.raises(PictureError, match="more than 40 million bytes"):
        load_picture(file)


@pytest.mark.parametrize("how", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)])
def test_a_good_picture_is_read_as_before(how):
    content = jpeg(SMALL, *how)
    assert size_of(content) == (32, 24)
    assert (decoded(content, "it") == cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)).all()
    assert decoded(png(32, 24), "it").shape == (24, 32, 3)


def test_whatever_bytes_come_are_a_picture_or_a_sentence(monkeypatch):
    monkeypatch.setattr(decoding, "MOST_PIXELS", 10_000)
    random, good = Random(5), [jpeg(), jpeg(SMALL, cv2.IMWRITE_JPEG_PROGRESSIVE, 1), png(32, 24)]
    told = set()
    for _ in range(600):
        content = bytearray(random.choice(good))
        for _ in range(random.randint(1, 4)):
            content[random.randrange(min(len(content), 700))] = random.randrange(256)
        del content[random.randrange(2, len(content)) if random.random() < 0.3 else len(content) :]
        try:
            assert decoded(bytes(content), "It").size <= 30_000
        except PictureError as why:
            told.add(str(why).split(" ")[1])
    assert told == {"is", "has"}


# ---- over the network


def parts(*contents, length=True):
    """Pictures as a server sends them."""
    for content in contents:
        told = b"Content-Length: %d\r\n" % len(content) if length else b""
        yield b"--frame\r\nContent-Type: image/jpeg\r\n" + told + b"\r\n" + content + b"\r\n"


@contextmanager
def served(pieces, kind="multipart/x-mixed-replace; boundary=frame", asked=None):
    """The address of a camera that sends these pieces to everybody who asks."""

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self):
            if asked is not None:
                asked.append((self.path, self.headers.get("Authorization")))
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            try:
                for piece in pieces():
                    self.wfile.write(piece)
            except OSError:
                pass  # whoever asked has gone

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Camera)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}/video"
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def all_of(camera):
    images = []
    while (image := camera.read()) is not None:
        images.append(image)
    return images


def test_a_camera_in_the_network_gives_the_newest_picture_and_is_asked_with_its_password():
    asked, last = [], np.full((24, 32, 3), 200, np.uint8)
    pictures_sent = served(lambda: parts(jpeg(), jpeg(last)), asked=asked)
    with pictures_sent as where, closing(Mjpeg(f"http://ann:p%40ss@{where}")) as camera:
        images = all_of(camera)
    assert 1 <= len(images) <= 2 and abs(int(images[-1].mean()) - 200) < 3
    assert asked == [("/video", "Basic " + base64.b64encode(b"ann:p@ss").decode())]


def test_a_picture_that_never_ends_is_said_and_takes_no_more_memory_than_a_large_one():
    sent = []

    def endless():
        yield jpeg()[:-2]  # its pixels go on, and no marker ends them
        for _ in range(2000):
            yield b"\x55" * 65_536
            sent.append(1)

    with served(endless) as where, closing(Mjpeg(f"http://{where}")) as camera:
        with pytest.raises(PictureError, match=r"127\.0\.0\.1.* one of its pictures never ends"):
            camera.read()
        assert len(camera._splitter._kept) < 9_000_000
    assert len(sent) < 1000, "more was taken from the line than a picture may have"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (claiming(60_000, 60_000), "has 60,000 x 60,000 pixels"),
        (png(1, 5_000), "no MJPEG"),
        (b"never a picture " * 40_000 * 14, "no MJPEG"),
        (b"\xff\xd8\xff" * 3_000_000, "cannot be used"),
    ],
)
def test_what_is_no_picture_of_a_table_is_said_before_it_is_unpacked(unpacked, content, says):
    def stream():
        yield from parts(content)
        yield b"x" * 9_000_000

    with (
        served(stream) as where,
        closing(Mjpeg(f"http://{where}")) as camera,
        pytest.raises(PictureError, match=says),
    ):
        camera.read()
    assert unpacked == []


def test_one_damaged_picture_is_passed_over():
    good = jpeg()
    damaged = good[:2] + b"\xff\xc0\x00\x0b\x08\x00\x18\x00\x20\x01\x01\x11\x00" + good[good.index(b"\xff\xda") :]
    with served(lambda: parts(damaged, good)) as where, closing(Mjpeg(f"http://{where}")) as camera:
        images = all_of(camera)
    assert [image.shape for image in images][-1] == (24, 32, 3)


def test_an_address_that_gives_a_page_and_one_that_nobody_answers_at_are_said_with_what_to_do():
    with served(lambda: [b"<html>"], "text/html") as where, pytest.raises(VisionError, match=r"text/html.*/video"):
        Mjpeg(f"http://{where}")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        with pytest.raises(VisionError, match="cannot be reached"):
            Mjpeg(f"http://127.0.0.1:{nobody.getsockname()[1]}/")
    with pytest.raises(VisionError, match="cannot be reached"):
        Mjpeg("http://[not/an/address")


def test_pictures_are_cut_out_whole_whatever_pieces_they_come_in():
    random = Random(3)
    thumbnail = b"\xff\xe1" + struct.pack(">H", 2 + len(jpeg())) + jpeg()  # a picture inside the picture's head
    ours = [
        jpeg(),
        jpeg(SMALL, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        jpeg(SMALL, cv2.IMWRITE_JPEG_RST_INTERVAL, 1),
        jpeg()[:2] + thumbnail + jpeg()[2:],
    ]
    for length in (True, False):
        stream = b"".join(parts(*(random.choice(ours) for _ in range(20)), length=length))
        for pieces in (1, 3, 100, 1000):
            splitter, found, at = Splitter("It"), [], 0
            while at < len(stream):
                size = random.randint(1, pieces)
                found.append(splitter.feed(stream[at : at + size]))
                at += size
            whole = [one for one in found if one is not None]
            assert set(whole) <= set(ours) and (len(whole) == 20 or pieces == 1000)


def test_a_picture_without_an_end_is_ended_by_the_next():
    splitter = Splitter("It")
    first, second = jpeg()[:-2], jpeg(SMALL[::-1])
    assert splitter.feed(first + b"\r\n--frame\r\n\r\n" + second[:10]).startswith(first)
    assert splitter.feed(second[10:]) == second
