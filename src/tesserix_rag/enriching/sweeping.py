"""One way through a text: what links in it, and what of that has to go."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from attrs import define

from tesserix_rag.enriching import loose, markup
from tesserix_rag.enriching.permitting import Permitted
from tesserix_rag.enriching.removals import LinkForm
from tesserix_rag.enriching.sheltered import sheltered

_SIGN: Final = re.compile(rf"{loose.SIGN}|(?P<markup>[\\<\[\]])")
_SIGN_IN_CODE: Final = re.compile(loose.SIGN)
_ESCAPED: Final = re.compile(r"[!\[\]\\]")
_LONGEST_MARKER: Final = 2_000


@define
class _Bracket:
    """
    A square bracket that is open.

    Args:
        at: Where it stands.
        is_image: Whether it begins an image.
        holds_brackets: Whether others stand in it.
    """

    at: int
    is_image: bool
    holds_brackets: bool = False


class Sweep:
    """
    One way through a text, from its first character to its last.

    Args:
        text: The text.
        permitted: The URLs that may stay, in their normal form.

    Attributes:
        cuts: What has to go, in order and apart.
        removed: What that is, each in whole.
    """

    def __init__(self, text: str, permitted: frozenset[str]) -> None:
        self.cuts: list[tuple[int, int]] = []
        self.removed: list[tuple[LinkForm, tuple[int, int]]] = []
        self._text = text
        self._permitted = Permitted(text, permitted)
        self._escaped_at = -1
        self._open: list[_Bracket] = []
        self._sign: re.Match[str] | None = None
        self._tags = markup.Tags(text)
        self._code = sheltered(text)
        self._definitions: dict[int, tuple[markup.Definition, bool]] = {}
        self._labels: dict[str, bool] = {}
        self._define()
        self._run()

    def _define(self) -> None:
        """Find the definitions; of two with one label the first counts."""
        starts = [start for start, _ in self._code]
        for each in markup.definitions(self._text):
            before = bisect_right(starts, each.start) - 1
            if before >= 0 and each.start < self._code[before][1]:
                continue
            is_permitted = self._permitted.target(*each.target)
            self._definitions[each.start] = each, is_permitted
            self._labels.setdefault(each.key, is_permitted)

    def _run(self) -> None:
        at = 0
        for start, end in (*self._code, (len(self._text), len(self._text))):
            at = self._prose(at, start)
            at = self._in_code(max(at, start), end)
        self.cuts = _merged(self.cuts)

    def _prose(self, at: int, end: int) -> int:
        """Read from *at* to *end*, or as far beyond as what begins before *end* goes."""
        while at < end:
            sign = self._sign
            if sign is None or sign.start() < at:
                sign = self._sign = _SIGN.search(self._text, at)
                if sign is None:
                    return len(self._text)
            start = sign.start()
            if start >= end:
                return end
            at = self._markup(start) if sign.lastgroup == "markup" else self._url(sign, in_code=False)
        return at

    def _in_code(self, at: int, end: int) -> int:
        while at < end:
            sign = _SIGN_IN_CODE.search(self._text, at, end)
            if sign is None:
                return end
            at = self._url(sign, in_code=True)
        return at

    # --- URLs in plain characters --------------------------------------------

    def _url(self, sign: re.Match[str], *, in_code: bool) -> int:
        url = loose.url_at(self._text, sign, in_code=in_code)
        if url is None:
            is_escape = self._text[sign.start()] == "\\"
            return self._escape(sign.start()) if is_escape else sign.end()
        permitted_end = self._permitted.until(url.start, url.end, url.furthest)
        if permitted_end is not None:
            return permitted_end
        return self._cut(LinkForm.URL, (url.start, url.end), (url.start, url.end))

    # --- markup --------------------------------------------------------------

    def _markup(self, at: int) -> int:
        character = self._text[at]
        if character == "\\":
            return self._escape(at)
        if character == "<":
            return self._pointed(at)
        return self._opening(at) if character == "[" else self._closing(at)

    def _escape(self, at: int) -> int:
        if _ESCAPED.match(self._text, at + 1) is None:
            return at + 1
        self._escaped_at = at + 1
        return at + 2

    def _pointed(self, at: int) -> int:
        autolink = markup.AUTOLINK.match(self._text, at)
        if autolink is not None:
            if self._permitted.target(*autolink.span("target")):
                return autolink.end()
            return self._cut(LinkForm.AUTOLINK, autolink.span(), autolink.span())
        mail = markup.MAIL.match(self._text, at)
        if mail is not None:
            return self._cut(LinkForm.AUTOLINK, mail.span(), mail.span())
        tag = self._tags.at(at)
        if tag is None:
            return at + 1
        is_kept = tag.target is not None and self._permitted.target(*tag.target)
        if not self._text.startswith("/", at + 1) and tag.end > at + 1:
            self._tags.opened(tag.name, is_kept=is_kept)
        return tag.end if is_kept else self._cut(LinkForm.HTML, (at, tag.end), (at, tag.end))

    def _opening(self, at: int) -> int:
        defined = self._definitions.get(at)
        if defined is not None:
            definition, is_permitted = defined
            if is_permitted:
                return definition.target[1]
            span = definition.start, definition.end
            return self._cut(LinkForm.DEFINITION, span, span)
        is_image = at > 0 and self._text[at - 1] == "!" and self._escaped_at != at - 1
        self._open.append(_Bracket(at, is_image=is_image))
        return at + 1

    def _closing(self, at: int) -> int:
        if not self._open:
            return at + 1
        bracket = self._open.pop()
        if self._open:
            self._open[-1].holds_brackets = True
        target = markup.target_at(self._text, at + 1)
        if target is not None:
            return self._link(bracket, at, target)
        return self._reference(bracket, at) if self._labels else at + 1

    def _link(self, bracket: _Bracket, at: int, target: markup.Target) -> int:
        behind, more = target.behind, markup.target_at(self._text, target.behind)
        while more is not None:
            behind, more = more.behind, markup.target_at(self._text, more.behind)
        if bracket.is_image:
            return self._cut_image(bracket, behind)
        if behind == target.behind and self._permitted.target(target.start, target.end):
            return target.end
        return self._cut_around(LinkForm.LINK, bracket, at, behind)

    def _reference(self, bracket: _Bracket, at: int) -> int:
        """Take out a label that is defined; the text of a marker is no text of a link."""
        label = markup.LABEL.match(self._text, at + 1)
        behind = at + 1 if label is None else label.end()
        if label is not None and label["label"].strip():
            key = markup.label_key(label["label"])
            is_marker = markup.MARKER.fullmatch(label["label"]) is not None
        elif bracket.holds_brackets or at - bracket.at > markup.LONGEST_LABEL:
            return at + 1
        else:
            key, is_marker = markup.label_key(self._text[bracket.at + 1 : at]), True
        is_permitted = self._labels.get(key)
        if is_permitted is None:
            return at + 1
        is_marker = is_marker and self._is_marker(bracket, at)
        if bracket.is_image:
            if not is_marker:
                return self._cut_image(bracket, behind)
            if is_permitted:
                self._cut(LinkForm.IMAGE, (bracket.at - 1, behind), (bracket.at - 1, bracket.at))
        elif not is_permitted and not is_marker:
            return self._cut_around(LinkForm.REFERENCE, bracket, at, behind)
        return behind

    def _is_marker(self, bracket: _Bracket, at: int) -> bool:
        is_short = at - bracket.at <= _LONGEST_MARKER
        return is_short and markup.MARKER.fullmatch(self._text, bracket.at + 1, at) is not None

    # --- what goes -----------------------------------------------------------

    def _cut(self, form: LinkForm, whole: tuple[int, int], cut: tuple[int, int]) -> int:
        self.removed.append((form, whole))
        self.cuts.append(cut)
        return cut[1]

    def _cut_image(self, bracket: _Bracket, behind: int) -> int:
        """Take out an image, and with it whatever was found in its text."""
        span = bracket.at - 1, behind
        while self.removed and self.removed[-1][1][0] >= span[0]:
            self.removed.pop()
        while self.cuts and self.cuts[-1][0] >= span[0]:
            self.cuts.pop()
        return self._cut(LinkForm.IMAGE, span, span)

    def _cut_around(self, form: LinkForm, bracket: _Bracket, at: int, behind: int) -> int:
        """Take out what is around the text of a link; a marker keeps its brackets."""
        whole = bracket.at, behind
        if self._is_marker(bracket, at):
            return self._cut(form, whole, (at + 1, behind))
        self.cuts.append((bracket.at, bracket.at + 1))
        return self._cut(form, whole, (at, behind))


def _merged(cuts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give the cuts in order and apart."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(cuts):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
