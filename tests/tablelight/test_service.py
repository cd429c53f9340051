"""Putting the table together: what cannot be used is said, and the rest goes on."""

import socket
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from firmware_bridge.drivers.strips import DDP_PORT
from tablelight.assembly import build
from tablelight.cli.main import app
from tablelight.service import CannotServe, invite, serve
from tablelight.setup.network import address
from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, RecordSettings, Settings
from tablelight.setup.wiring import Wiring, save_wiring, wiring_file

NOTHING = Settings(camera=CameraSettings(source=""), board=BoardSettings(port=""), page=PageSettings("127.0.0.1", 8080))


@pytest.fixture
def built(tmp_path):
    services = []

    def make(settings, problems=()):
        services.append(build(settings, tmp_path, problems))
        return services[-1]

    yield make
    for service in services:
        service.close()


def test_a_table_without_camera_and_board_has_nothing_to_complain_about(built):
    service = built(NOTHING)
    assert service.table.snapshot.troubles == {}
    assert {part.name: part.state for part in service.context.report()} == {
        "Record": "ok",
        "Board": "off",
        "Camera": "off",
    }


@pytest.mark.parametrize(
    ("settings", "part", "says"),
    [
        (replace(NOTHING, camera=CameraSettings(source="no camera")), "camera", "is no camera"),
        (replace(NOTHING, camera=CameraSettings(source="x" * 500)), "camera", "is no camera"),
        (replace(NOTHING, board=BoardSettings(map="x" * 500, port="")), "settings", "as a board map"),
        (replace(NOTHING, board=BoardSettings(map="nowhere", port="")), "settings", "no board map 'nowhere'"),
        (replace(NOTHING, record=RecordSettings(url="nonsense://x")), "record", "cannot be used as a record"),
        (replace(NOTHING, record=RecordSettings(url="postgresql://pi:p@w:d@here/db")), "record", "%40 for @"),
    ],
)
def test_a_part_that_cannot_be_used_is_said_and_the_table_opens_anyway(built, settings, part, says):
    service = built(settings)
    assert says in service.table.snapshot.troubles[part]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_where_no_phone_can_come_in_none_is_invited(built, host):
    place = built(replace(NOTHING, page=PageSettings(host, 8080))).context.surroundings
    assert "0.0.0.0" in place.only_here and host in place.join_url


def test_a_page_for_everybody_tells_an_address_that_phones_reach(built):
    place = built(replace(NOTHING, page=PageSettings("0.0.0.0", 8080))).context.surroundings
    assert place.only_here == "" and "0.0.0.0" not in place.join_url


def test_a_network_that_comes_after_the_start_is_told_to_phones(built, monkeypatch):
    monkeypatch.setattr("tablelight.setup.network.address", lambda: "localhost")
    service = built(replace(NOTHING, page=PageSettings("0.0.0.0", 8080)))
    before = service.context.surroundings
    invite(service)
    assert service.context.surroundings is before
    monkeypatch.setattr("tablelight.setup.network.address", lambda: "192.168.1.7")
    invite(service)
    place = service.context.surroundings
    assert place.join_url.startswith("http://192.168.1.7:8080/#code=") and place.join_qr != before.join_qr


def test_a_hotspot_that_leads_nowhere_else_has_an_address_too(monkeypatch):
    def no_way_out(*_):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_way_out)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0"), (3, "wlan0")])
    networks = {b"lo": "127.0.0.1", b"wlan0": "10.42.0.1"}

    def asked(_, what, name):
        if name.strip(b"\0") not in networks:
            raise OSError("Cannot assign requested address")
        return bytes(20) + socket.inet_aton(networks[name.strip(b"\0")]) + bytes(232)

    monkeypatch.setattr("tablelight.setup.network.fcntl.ioctl", asked)
    assert address() == "10.42.0.1"
    networks.pop(b"wlan0")
    assert address() == "localhost"


def test_bad_settings_are_said_on_the_page(built):
    assert "no setting" in built(NOTHING, ("There is no setting 'x'.",)).table.snapshot.troubles["settings"]


@pytest.mark.parametrize("parts", [{}, {"camera": CameraSettings("7")}, {"readers": {"play": "/dev/nothing"}}])
def test_a_port_that_is_taken_is_said_with_what_to_do(built, parts):
    """Most often Tablelight runs already, and whatever is plugged in belongs to the other one."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} .* another port"):
            serve(built(replace(NOTHING, page=PageSettings("127.0.0.1", port), **parts)))


def test_a_data_folder_that_cannot_be_used_is_said(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(CannotServe, match="data folder"):
        build(NOTHING, tmp_path / "file")


def test_the_code_stays_the_same_and_is_for_its_owner_alone(built, tmp_path):
    first, second = built(NOTHING), built(NOTHING)
    assert first.context.code == second.context.code
    assert (tmp_path / "code.txt").stat().st_mode & 0o077 == 0


def test_a_code_that_the_host_wrote_down_is_taken_as_it_is_typed(built, tmp_path):
    (tmp_path / "code.txt").write_text("corner-table 7\n")
    context = built(NOTHING).context
    assert all(map(context.right_code, ("corner-table 7", "CORNERTABLE7", "Corner Table 7")))
    assert not context.right_code("corner-table 8")


def test_lights_of_another_make_are_driven_by_the_settings(built):
    """WLED: a picture by DDP over UDP, dimmed to the cap."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wled:
        wled.bind(("127.0.0.1", DDP_PORT))
        wled.settimeout(10)
        service = built(replace(NOTHING, board=BoardSettings(map="ring", port="wled:127.0.0.1")))
        service.lights.test(bytes((9, 8, 7)) * 24)
        while (packet := wled.recv(2000))[10:13] != bytes((9, 8, 7)):
            pass
        assert packet[10:] == bytes((9, 8, 7)) * 24
        assert ("Board", "ok") in [line[:2] for line in service.context.report()]


def test_a_kept_wiring_is_used_from_the_start(built, tmp_path):
    save_wiring(wiring_file("table", tmp_path), Wiring("ring", tuple(range(24))[::-1], "RGB"))
    service = built(replace(NOTHING, board=BoardSettings(map="ring", port="adalight:/nowhere")))
    assert service.lights.driver.board.by_spot["R"].lights == (23,)


def test_a_host_that_is_no_address_is_said_with_what_to_write(built, tmp_path):
    with pytest.raises(CannotServe, match=r"no address of this computer.*0\.0\.0\.0"):
        serve(built(replace(NOTHING, page=PageSettings("nonsense.invalid", 8080))))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["demo", "--data", "{file}/demo"], "data folder"),
        (["serve", "--port", "99999"], "--port"),
        (["demo", "--port", "0"], "--port"),
    ],
)
def test_a_start_that_cannot_be_ends_in_a_sentence(tmp_path, args, says):
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, [arg.format(file=tmp_path / "file") for arg in args])
    assert done.exit_code and says in done.output and not isinstance(done.exception, (OSError, OverflowError))
