"""Draws maps as PNG, one for each part of a campaign, and the preview picture for links to it."""

import io
from pathlib import Path

from PIL import Image

from pbem.reports.drawing import map_png
from pbem.site import files
from pbem.site.campaign import Campaign
from pbem.site.campaign_by_windows import Frame
from pbem.site.pages import Page, picture_of

COVER = (1200, 630)
"""Width and height in pixels of the preview of a link to a page (ogp.me)."""


def drawn(campaign: Campaign, frame: Frame, cache: Path) -> bytes | None:
    """Draw the map of a frame as PNG; None if the game has no map. Raises MapFailed."""
    folder = campaign.telling.drawings
    if folder is None:
        return None
    svg = f"{campaign.head}{''.join(frame.groups)}</svg>"
    return map_png.paint(folder, svg, campaign.telling.language, cache=cache)


def write(page: Page, folder: Path, cache: Path) -> set[str]:
    """Write the pictures of a campaign's pages into its folder. Returns their names in `maps`.

    `cache` keeps the parts of the map that are the same in all positions. Raises MapFailed,
    OSError.
    """
    campaign = page.campaign
    if campaign.telling.drawings is None:
        return set()
    shown = [frame for frame in campaign.frames if frame.chapter] + campaign.frames[-1:]
    for frame in shown:
        file = folder / "maps" / picture_of(frame)
        if not file.is_file() and (png := drawn(campaign, frame, cache)):
            files.replace(file, png)
    last = (folder / "maps" / picture_of(shown[-1])).read_bytes()
    files.replace(folder / "cover.jpg", _cover(last))
    return {picture_of(frame) for frame in shown}


def _cover(png: bytes) -> bytes:
    """Crop the upper part of a map for a link preview."""
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    height = min(whole.height, whole.width * COVER[1] // COVER[0])
    cut = whole.crop((0, 0, whole.width, height)).resize(COVER, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    cut.save(out, "JPEG", quality=85)
    return out.getvalue()
