"""`pbem login`, at an authorization server that stands in for a provider's."""

import pytest

from tests.pbem.mail.transports.test_oauth import DEVICE, Provider, serving


@pytest.fixture
def provider(club):
    provider = Provider()
    with serving(provider) as url:
        settings = f'[mail.oauth]\ntoken_url = "{url}/token"\ndevice_url = "{url}/device"\n'
        (club.folder / "config.toml").write_text(settings)
        yield provider


def test_it_shows_where_to_agree_and_keeps_what_lets_it_in(club, provider):
    provider.says = [DEVICE | {"interval": 0}]
    said = club.done("login")
    assert "https://example.org/device" in said
    assert "ABCD-EFGH" in said
    assert "access1" not in said
    assert (club.folder / "oauth.token").stat().st_mode & 0o777 == 0o600


def test_what_the_provider_refuses_is_one_line(club, provider):
    provider.says = [{"error": "invalid_client"}]
    assert "check client_id" in club.pbem("login").output


def test_without_a_provider_it_says_what_is_missing(club):
    assert "token_url is missing" in club.pbem("login").output
