"""The page as an app: a manifest with icons that are there, and a service worker that keeps nothing of any game."""

import json
import re

from tablelight.web import installable


def test_the_manifest_names_icons_that_are_there_in_the_size_it_says(client):
    said = client.get("/manifest.webmanifest")
    assert said.headers["content-type"].startswith("application/manifest+json")
    assert {icon["purpose"] for icon in said.json()["icons"]} == {"any", "maskable"}
    for icon in said.json()["icons"]:
        png = client.get(icon["src"])
        assert png.status_code == 200 and png.content.startswith(b"\x89PNG")
        width, height = (int.from_bytes(png.content[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]


def test_every_page_names_the_manifest(client):
    for path in ("/", "/rules", "/settings"):
        assert 'rel="manifest"' in client.get(path).text, path


def test_the_service_worker_keeps_a_page_and_its_style_and_nothing_else(client):
    script = client.get("/sw.js")
    assert script.headers["content-type"].startswith("text/javascript")
    kept = json.loads(re.search(r"KEPT = (\[.*?\]);", script.text, re.DOTALL)[1])
    assert all(address == installable.OFFLINE or address.startswith("/static/") for address in kept)
    assert all(client.get(address).status_code == 200 for address in kept)
    assert installable.version() in script.text and "VERSION" not in script.text


def test_the_page_that_is_kept_says_what_is_going_on_and_that_nothing_is_lost(client):
    page = client.get(installable.OFFLINE).text
    assert "Looking for the table" in page and "No game is lost" in page


def test_what_is_kept_gets_another_name_when_its_content_changes(monkeypatch):
    before = installable.version()
    installable.version.cache_clear()
    monkeypatch.setattr(installable, "_page", lambda: "another page")
    assert installable.version() != before
    installable.version.cache_clear()
