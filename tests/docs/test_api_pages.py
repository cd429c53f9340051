"""The pages of the code build without a warning and without the network, here for one small package."""

from docs.api_pages import build


def test_pages_of_a_small_package_build_and_fetch_nothing(tmp_path):
    assert build(tmp_path, ("engine.inference",)) == []
    page = (tmp_path / "engine" / "inference" / "observation.html").read_text()
    assert "What was seen" in page or "seen" in page
    index = (tmp_path / "index.html").read_text()
    assert 'src="http' not in page + index and 'rel="stylesheet" href="http' not in page + index
