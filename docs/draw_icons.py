"""Draws the app's icons from icon.svg. Run: .venv/bin/python -m docs.draw_icons"""

from importlib.resources import files
from pathlib import Path

from tablelight.web.installable import ICONS
from tests.browser.running import chromium

STATIC = Path(str(files("tablelight.web"))) / "static"
GROUND = "#14141a"
"""Behind the wheel: the page's dark ground."""
FILLS = {"any": 0.86, "maskable": 0.62}
"""How much of an icon's width the wheel takes: phones may cut a fifth off each side of a maskable one."""


def main() -> None:
    (STATIC / "icons").mkdir(exist_ok=True)
    svg = (STATIC / "icon.svg").read_text("utf-8")
    with chromium() as browser:
        for name, size, purpose in ICONS:
            pixels = int(size.partition("x")[0])
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            wheel = pixels * FILLS[purpose]
            corner = "0" if purpose == "maskable" else "22%"
            page.set_content(
                f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{GROUND};"
                f"border-radius:{corner}'><div style='width:{wheel}px;height:{wheel}px'>{svg}</div>"
            )
            page.add_style_tag(content="html{background:transparent}")
            page.screenshot(path=STATIC / "icons" / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
