"""The app's files: compressed if the client accepts it, with the same contents."""

import gzip

import pytest
from starlette.testclient import TestClient

from ventnor.server.app import make_app
from ventnor.server.links import qr_code
from ventnor.server.settings import ServerSettings


@pytest.fixture
def client(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Ventnor</title>" + "<p>page</p>" * 200)
    (tmp_path / "assets" / "play.js").write_text("export const board = 40;\n" * 400)
    (tmp_path / "assets" / "letters.woff2").write_bytes(bytes(range(256)) * 8)
    return TestClient(make_app(ServerSettings(database="memory:", static=tmp_path)), base_url="http://127.0.0.1")


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/assets/play.js", "text/javascript")])
def test_text_is_compressed_if_the_browser_accepts_it(client, path, kind):
    plain = client.get(path, headers={"accept-encoding": "identity"})
    small = client.get(path, headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 4
    assert small.content == plain.content
    for each in (plain, small):
        assert each.headers["vary"] == "accept-encoding"
        assert each.headers["content-type"].startswith(kind)
        assert each.headers["cache-control"]


def test_fonts_are_sent_as_they_are(client):
    assert "content-encoding" not in client.get("/assets/letters.woff2").headers


def test_changed_file_is_compressed_anew(client, tmp_path):
    client.get("/")
    (tmp_path / "index.html").write_text("<!doctype html><title>Newer</title>")
    with client.stream("GET", "/", headers={"accept-encoding": "gzip"}) as answer:
        body = b"".join(answer.iter_raw())
    assert gzip.decompress(body).endswith(b"<title>Newer</title>")


def test_page_names_the_picture_of_its_previews_with_the_whole_address(tmp_path):
    (tmp_path / "index.html").write_text('<meta property="og:image" content="./preview.png">')
    for base_path, scheme in (("", "http"), ("/games", "https")):
        app = make_app(ServerSettings(database="memory:", static=tmp_path, base_path=base_path))
        client = TestClient(app, base_url="http://127.0.0.1")
        page = client.get(f"{base_path}/", headers={"x-forwarded-proto": scheme})
        assert page.text == f'<meta property="og:image" content="{scheme}://127.0.0.1{base_path}/preview.png">'


def test_page_takes_no_markup_from_a_host_name(tmp_path):
    (tmp_path / "index.html").write_text('<meta property="og:image" content="./preview.png">')
    app = make_app(ServerSettings(database="memory:", static=tmp_path, base_path="/games"))
    page = TestClient(app).get("/games/", headers={"host": 'x"><script>'})
    assert "<script" not in page.text


def test_worker_has_the_build_of_the_server_and_is_asked_for_every_time(client, tmp_path):
    (tmp_path / "sw.js").write_text('const BUILD = "__BUILD__";')
    worker = client.get("/sw.js")
    build = client.get("/version").json()["build"]
    assert len(build) == 16
    assert worker.text == f'const BUILD = "{build}";'
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")


def test_policy_allows_a_worker_and_a_manifest_of_the_server_alone(client):
    policy = client.get("/").headers["content-security-policy"]
    for kind in ("worker-src", "manifest-src", "img-src"):
        assert f"{kind} 'self'" in policy
    assert "unsafe" not in policy


def test_manifest_has_its_own_type(client, tmp_path):
    (tmp_path / "manifest.webmanifest").write_text("{}")
    assert client.get("/manifest.webmanifest").headers["content-type"].startswith("application/manifest+json")


def test_qr_code_of_a_table_has_its_address_and_no_secret(tmp_path):
    settings = ServerSettings(database="memory:", static=tmp_path, base_path="/games")
    with TestClient(make_app(settings), base_url="https://play.example") as client:
        made = client.post(
            "/games/api/tables", json={"seats": [{"kind": "mine", "name": "Ada"}, {"kind": "open"}]}
        ).json()
        table, secret = made["table"]["id"], made["seats"][0]["token"]
        for headers in ({}, {"authorization": f"Bearer {secret}"}):
            picture = client.get(f"/games/api/tables/{table}/link.svg", headers=headers)
            assert picture.content == qr_code(f"https://play.example/games/#/t/{table}")
            assert picture.headers["content-type"] == "image/svg+xml"
            assert picture.headers["cache-control"] == "no-store"
        assert client.get("/games/api/tables/nosuchtable/link.svg").status_code == 404
