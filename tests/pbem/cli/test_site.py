from __future__ import annotations


def publish_into(club, folder):
    config = club.folder / "config.toml"
    text = config.read_text()
    before, section, behind = text.partition('[site]\nfolder = ""')
    assert section
    config.write_text(f'{before}[site]\nfolder = "{folder}"{behind}')


def test_the_site_is_written_into_a_folder_and_only_as_far_as_it_has_changed(playing, tmp_path):
    folder = tmp_path / "site"
    first = playing.done("site", folder, "--url", "https://example.org/games")
    again = playing.done("site", folder, "--url", "https://example.org/games")

    assert first == f"club1: written\n{folder}/index.html\n"
    assert again == f"club1: unchanged\n{folder}/index.html\n"
    assert "club1" in (folder / "index.html").read_text()
    assert "https://example.org/games/club1/" in (folder / "club1/index.html").read_text()


def test_the_folder_may_stand_in_the_configuration(club):
    publish_into(club, "www")

    assert club.done("site") == f"{club.folder}/www/index.html\n"
    assert (club.folder / "www/index.html").is_file()


def test_without_a_folder_it_asks_for_one(playing):
    result = playing.pbem("site")

    assert result.exit_code == 2
    assert "name a folder, or set [site] folder" in result.output


def test_a_folder_that_cannot_be_written_is_said(playing, tmp_path):
    (tmp_path / "file").write_text("")
    result = playing.pbem("site", tmp_path / "file" / "site")

    assert result.exit_code == 1
    assert "Not a directory" in result.output


def test_the_moderator_publishes_by_itself_after_each_move(playing):
    publish_into(playing, "www")
    playing.run(minutes=1)
    page = playing.folder / "www/club1/index.html"
    before = page.read_bytes()

    playing.done("pause", "club1", "--because", "holidays")
    playing.run(minutes=1)

    assert page.read_bytes() != before
    assert "paused by the host" in page.read_text()


def test_a_site_that_cannot_be_written_holds_no_game_up(playing, tmp_path):
    (tmp_path / "file").write_text("")
    publish_into(playing, tmp_path / "file/site")
    sent = len(playing.mails())

    playing.answer("player@example.org", "keep all")
    playing.run(minutes=1)

    assert len(playing.mails()) > sent


def test_a_url_that_no_browser_opens_is_wrong_use(playing, tmp_path):
    refused = playing.pbem("site", tmp_path / "site", "--url", "nonsense")

    assert refused.exit_code == 2
    assert "should be an address that begins with https://" in refused.stderr
    assert not (tmp_path / "site").exists()


def test_there_is_no_book_of_a_game_that_goes_on(playing):
    result = playing.pbem("book", "club1")

    assert result.exit_code == 1
    assert "club1 is not over" in result.output


def test_a_campaign_that_was_given_up_has_a_book(playing, tmp_path):
    playing.done("cancel", "club1", "--because", "enough", "--yes")

    assert playing.done("book", "club1", "-o", tmp_path / "club1.html").endswith("club1.html\n")
    refused = playing.pbem("book", "club1", "-o", tmp_path / "club1.docx")
    assert refused.exit_code == 2
    assert "club1.docx: a book is a page or a PDF: use .html or .pdf" in refused.stderr
    assert not (tmp_path / "club1.docx").exists()
    assert "The whole campaign" in (tmp_path / "club1.html").read_text()
