"""The firewall: prose in, and out without any link that is not a cited document's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tesserix_rag._discretion import discreet
from tesserix_rag.enriching.origins import Origin, without
from tesserix_rag.enriching.removals import Firewalled, LinkForm, RemovedLink
from tesserix_rag.enriching.sweeping import Sweep
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.telemetry import log
from tesserix_rag.urls import normal_url

_SWEEPS: Final = 4
"""How often a text is swept: what is left may have come together to another link."""

_TANGLED: Final = re.compile(r"[<\[\]\\/:&?]")
_TANGLED_NAME: Final = re.compile(r"(?<=[wW])\.++")


@discreet
def firewall(text: str, allowed: Iterable[str | None]) -> Firewalled:
    """
    Take every link out of *text* that is not one of *allowed*, and every image.

    Links are URLs and what a client takes for one, autolinks, inline and reference-style links, definitions,
    and HTML tags that link, load or run. The text of a link stays, and so do markers such as ``[1]``. In code,
    brackets and tags are left alone, but URLs go, as some clients link them there. Nothing else changes, and
    nothing at all the second time.

    Args:
        text: Prose, as Markdown or plain.
        allowed: The URLs of what is cited; those that ``safe_url`` refuses allow nothing.

    Raises:
        ConfigurationError: If *text* is no text that can be written as UTF-8, or *allowed* is one string.
    """
    return traced_firewall(text, allowed)[0]


def traced_firewall(text: str, allowed: Iterable[str | None]) -> tuple[Firewalled, Origin]:
    """Do what ``firewall`` does, and give where what is left of the text stood, too."""
    if not is_text(text) or not _is_collection(allowed):
        raise ConfigurationError("a firewall takes a text, and the URLs that may stay in it")
    permitted = frozenset(each for each in map(normal_url, allowed) if each is not None)
    origin, removed = Origin(len(text)), list[RemovedLink]()
    for _ in range(_SWEEPS):
        sweep = Sweep(text, permitted)
        if not sweep.cuts:
            break
        removed += (RemovedLink(form=form, span=origin.span(*at)) for form, at in sweep.removed)
        origin, text = origin.without(sweep.cuts), without(text, sweep.cuts)
    else:
        if Sweep(text, permitted).cuts:
            removed.append(RemovedLink(form=LinkForm.TANGLE, span=origin.span(0, len(text))))
            for signs in (_TANGLED, _TANGLED_NAME):
                cuts = [each.span() for each in signs.finditer(text)]
                origin, text = origin.without(cuts), without(text, cuts)
    removed.sort(key=lambda each: (each.span.start, each.span.end))
    log("firewalled", removed=len(removed), forms=sorted({each.form.value for each in removed}))
    return Firewalled(text=text, removed=tuple(removed)), origin


def _is_collection(values: object) -> bool:
    return isinstance(values, Iterable) and not isinstance(values, str)
