"""Who may come in over HTTP."""

import pytest
from starlette.datastructures import Headers

from genui.serve.fronts.site import Guard


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8765", None, None),
        ("127.0.0.1", "http://localhost:6274", None),
        ("[::1]:8765", "http://[::1]", None),
        ("192.168.0.7:8765", None, None),
        ("box.lan:1", None, None),
        ("app.example:443", "https://app.example:443", None),
        ("localhost", "https://pages.example", None),
        ("evil.example:8765", None, 421),
        ("localhost.evil.example", None, 421),
        ("", None, 421),
        ("user@localhost", None, 421),
        ("localhost", "https://evil.example", 403),
        ("localhost", "http://localhost.evil.example", 403),
        ("localhost", "null", 403),
        ("localhost", "file://localhost", 403),
        ("192.168.0.7", "http://192.168.0.8", 403),
        ("localhost", "http://[", 403),
    ],
)
def test_a_host_is_an_address_or_a_name_of_ours_and_an_origin_is_local_or_listed(host, origin, status):
    guard = Guard("box.lan", hosts=["app.example"], origins=["https://pages.example/"])
    headers = Headers({"host": host} | ({"origin": origin} if origin else {}))
    for _ in range(2):
        refusal = guard.refusal(headers)
        assert (refusal and refusal.response.status_code) == status


@pytest.mark.parametrize(
    ("site", "origin", "status"),
    [
        ("cross-site", None, 403),
        ("cross-site", "https://evil.example", 403),
        ("cross-site", "https://pages.example", None),
        ("cross-site", "http://localhost:6274", None),
        ("same-site", None, None),
        ("none", None, None),
    ],
)
def test_a_page_of_another_site_is_refused_also_where_it_sends_no_origin(site, origin, status):
    headers = {"host": "127.0.0.1", "sec-fetch-site": site} | ({"origin": origin} if origin else {})
    refusal = Guard("127.0.0.1", origins=["https://pages.example"]).refusal(Headers(headers))
    assert (refusal and refusal.response.status_code) == status


@pytest.mark.parametrize(
    ("authorization", "good"),
    [
        ("Bearer t0", True),
        ("bearer t0", True),
        ("Bearer t1", False),
        ("Basic t0", False),
        ("", False),
        ("t0", False),
    ],
)
def test_a_token_lets_in_only_who_bears_it(authorization, good):
    refusal = Guard("127.0.0.1", token="t0").refusal(
        Headers({"host": "localhost", "authorization": authorization})
    )
    assert (refusal is None) == good
