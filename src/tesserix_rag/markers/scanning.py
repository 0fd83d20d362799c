"""The one scanner: text in pieces of any size becomes prose and markers, the same however it was cut."""

from __future__ import annotations

import re
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final

from tesserix_rag.markers import surroundings as around
from tesserix_rag.markers.dialects import BLANKS, Dialect
from tesserix_rag.markers.reasoning import Reasoning, tags_of
from tesserix_rag.markers.references import Marker
from tesserix_rag.markers.signs import MarkerForm, signs_of
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_WORD: Final = frozenset(f"{ascii_letters}{digits}_")
_ESCAPABLE: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_INDENT: Final = 64


class Undecided(Exception):  # noqa: N818 - a state, not a fault
    """What comes next decides what stands here."""


class Scanner:
    """
    A reader of one text, in pieces of any size.

    Args:
        dialect: The markers to find.
        reasoning: The tags of what is left out; nothing is, if not given.
    """

    def __init__(self, dialect: Dialect, reasoning: Reasoning | None = None) -> None:
        self.length: int = 0
        """How many code points of prose were given."""
        self.fences: list[Span] = []
        """Where in the prose fenced code stands."""
        self._signs = signs_of(dialect)
        self._any_sign = self._signs.any_sign.search
        self._tags = tags_of(reasoning)
        self._text = ""
        self._origin = 0
        self._at: int = 0
        self._shown: int = 0
        self._before = "\n"
        self._head = ""
        self._line_start = -1
        self._searched = 0
        self._last = False
        self._next: dict[str, int] = {}
        self._run = 0
        self._closing = _NOTHING
        self._fence_start = 0
        self._found: list[str | Marker] = []
        self._inside: Callable[[], None] | None = self._at_start
        self._rules: Mapping[str, Callable[[], bool]] = {
            "`": self._code,
            "$": self._mathematics,
            "\\": self._escape,
            "[": self._link,
            "<": self._angle,
            "\n": self._line,
        }
        if reasoning is not None and reasoning.opened:
            self._inside = self._in_reasoning

    def feed(self, delta: str, *, last: bool = False) -> list[str | Marker]:
        """Give the prose and the markers that *delta* decides; with *last*, all that was held back."""
        self._text += delta
        self._last = last
        try:
            while self._at < len(self._text):
                (self._inside or self._in_prose)()
        except Undecided:
            pass
        return self._given()

    # --- what is shown -------------------------------------------------------

    @property
    def is_in_fence(self) -> bool:
        """Whether fenced code is open."""
        return self._inside == self._in_fence

    def plain(self, delta: str) -> str | None:
        """
        Give the prose that is decided with *delta*, if nothing in it can be special; else it has to be fed.

        Only the blanks at its end may still go with a marker.
        """
        text = self._text
        if self._inside or self._at != len(text):
            return None
        if self._any_sign(delta) and self._signs.ahead.search(delta):
            return None
        text += delta
        end = len(text)
        if text[-1:] in BLANKS:
            end = max(len(text.rstrip(BLANKS)), end - around.MOST_BLANKS)
        self._at = len(text) - end
        if not end:
            self._text = text
            return ""
        self._text, shown = text[end:], text[:end]
        self.length += end
        if len(self._head) <= _INDENT or "\n" in shown:
            self._pass(shown)
        else:
            self._before = shown[-1]
            self._origin += end
        return shown

    def _given(self) -> list[str | Marker]:
        if self._inside == self._in_reasoning:
            self._shown = self._at
        elif self._last:
            self._show(len(self._text))
            self._close_fence()
        else:
            self._show(self._safe_end())
        self._forget()
        found, self._found = self._found, []
        return found

    def _show(self, end: int) -> None:
        if end > self._shown:
            self._found.append(self._text[self._shown : end])
            self.length += end - self._shown
            self._shown = end

    def _safe_end(self) -> int:
        """Give how far the text can be shown, whatever comes next: to what may be a marker, and its blanks."""
        text, start = self._text, max(self._at, self._shown)
        end = len(text)
        if self._at < end:
            if text.startswith((r"\[", r"\("), self._at):
                start = max(start, self._at + 2)
            signs = self._signs.opening.finditer(text, start)
            end = next((each.start() for each in signs if self._may_open(each.start())), end)
        elif self._inside is not None:
            return end
        return self._before_blanks(end)

    def _may_open(self, at: int) -> bool:
        text = self._text
        if self._tags.opening_cut.match(text, at):
            return True
        forms = self._signs.forms.get(text[at], ())
        return any(each.whole.match(text, at) or each.cut.match(text, at) for each in forms)

    def _before_blanks(self, end: int) -> int:
        least = max(self._shown, end - around.MOST_BLANKS)
        while end > least and self._text[end - 1] in BLANKS:
            end -= 1
        return end

    def _forget(self) -> None:
        """Let go of the text that is decided and shown."""
        gone = min(self._at, self._shown)
        if not gone:
            return
        past = self._text[:gone]
        self._pass(past)
        self._text = self._text[gone:]
        self._at -= gone
        self._shown -= gone

    def _pass(self, past: str) -> None:
        """Remember of the text that is let go what decisions look back at."""
        newline = past.rfind("\n") if "\n" in past else -1
        if newline >= 0:
            self._head = past[newline + 1 : newline + _INDENT + 2]
        elif len(self._head) <= _INDENT:
            self._head = (self._head + past)[: _INDENT + 1]
        self._before = past[-1]
        self._origin += len(past)
        self._line_start = -1
        self._searched = 0

    # --- what is decided -----------------------------------------------------

    def _need(self, at: int) -> None:
        """Wait for the character at *at*, if there may be one."""
        if at >= len(self._text) and not self._last:
            raise Undecided

    def _horizon(self, at: int) -> tuple[int, bool]:
        """Give how far what begins at *at* can reach, and whether all of that is there."""
        end = at + around.WINDOW
        paragraph = around.PARAGRAPH_END.search(self._text, at, end)
        if paragraph is not None:
            return paragraph.start(), True
        return end, self._last or len(self._text) >= end

    def _previous(self) -> str:
        return self._text[self._at - 1] if self._at else self._before

    def _begins_line(self) -> bool:
        """Whether only blanks stand before this place in its line."""
        head = self._line_head()
        return len(head) <= _INDENT and not head.strip(BLANKS)

    def _is_row(self) -> bool:
        """Whether this line is the row of a table."""
        return self._line_head().lstrip(BLANKS).startswith("|")

    def _line_head(self) -> str:
        """Give the first characters of this line, as far as they stand before this place."""
        newline = self._text.rfind("\n", self._searched, self._at)
        self._searched = self._at
        if newline >= 0:
            self._line_start = newline + 1
        if self._line_start < 0:
            return (self._head + self._text[: min(self._at, _INDENT + 1)])[: _INDENT + 1]
        return self._text[self._line_start : min(self._at, self._line_start + _INDENT + 1)]

    def _prose_offset(self, at: int) -> int:
        return self.length + at - self._shown

    # --- prose ---------------------------------------------------------------

    def _at_start(self) -> None:
        """Look for a fence on the first line, which no line break announces."""
        if self._fence():
            return
        if not self._last and around.FENCE_START_CUT.match(self._text):
            raise Undecided
        self._inside = None

    def _in_prose(self) -> None:
        """Go from sign to sign, and decide what each is, until something begins that holds none."""
        text, forms_of = self._text, self._signs.forms.get
        while self._inside is None:
            self._at = at = self._next_sign(text, self._at)
            if at == len(text):
                return
            for form in forms_of(text[at], ()):
                found = form.whole.match(text, at, at + around.WINDOW)
                if found is not None:
                    self._take(form, found)
                    break
                if not self._last and len(text) - at < around.WINDOW and form.cut.match(text, at):
                    raise Undecided
            else:
                rule = self._rules.get(text[at])
                if rule is None or not rule():
                    self._at += 1

    def _next_sign(self, text: str, at: int) -> int:
        """Give where the next sign is, or the end of the text."""
        if not self._last:
            found = self._signs.ahead.search(text, at)
            return len(text) if found is None else found.start()
        following = self._next or self._first_signs()
        first = size = len(text)
        for sign in following:
            place = following[sign]
            if place < at:
                place = text.find(sign, at) if sign != "\n" else _fence_line(text, at)
                following[sign] = place = size if place < 0 else place
            if place < first:  # noqa: PLR1730 - this runs for each sign, and a call costs more than the rest
                first = place
        return first

    def _first_signs(self) -> dict[str, int]:
        """Give where each sign that occurs in the whole text is next."""
        text, at = self._text, self._at
        signs = self._signs.characters
        if "```" in text or "~~~" in text:
            signs += "\n"
        found = {sign: text.find(sign, at) for sign in signs}
        if "\n" in found:
            found["\n"] = _fence_line(text, at)
        self._next = {sign: place for sign, place in found.items() if place >= 0} or {"": len(text)}
        return self._next

    def _take(self, form: MarkerForm, found: re.Match[str]) -> None:
        """Take a marker, unless its place makes it something else."""
        text, at, end = self._text, self._at, found.end()
        if end == len(text):
            self._need(end)
        elif text[end] in "(:" and text[at] == "[" and self._is_link(end):
            return
        if form.is_subscript and (text[at - 1] if at else self._before) in _WORD and self._is_subscript(end):
            return
        start, shown = at, self._shown
        if start > shown and text[start - 1] in BLANKS:
            start -= 1
            if start > shown and text[start - 1] in BLANKS:
                start = self._before_blanks(at)
        if start > shown:
            self._found.append(text[shown:start])
            self.length += start - shown
        span = Span(self._origin + at, self._origin + end)
        self._found.append(Marker(span, form.read(found), form.dialect))
        self._at = self._shown = end

    def _is_link(self, end: int) -> bool:
        """Whether a marker that ends here is a link or the definition of one; then go to its end."""
        link = self._link_end() if self._text[end] == "(" else 0
        if not link and (self._text[end] != ":" or not self._is_definition(end)):
            return False
        self._at = link or end
        return True

    def _is_subscript(self, end: int) -> bool:
        """Whether a marker behind a word, and ending here, is a subscript; then go to its end."""
        adjoining = self._chain_end(end, is_loose=False)
        if self._ends_a_word(adjoining) or self._ends_a_word(self._chain_end(end, is_loose=True)):
            return False
        self._at = adjoining
        return True

    def _chain_end(self, end: int, *, is_loose: bool) -> int:
        """Give where the markers end that stand behind one another, directly or with blanks between."""
        limit = self._at + around.WINDOW
        while end < limit:
            start = self._behind_blanks(end, limit) if is_loose else end
            self._need(start)
            following = self._marker_end(start, limit)
            if following is None:
                break
            end = following
        return end

    def _behind_blanks(self, at: int, limit: int) -> int:
        found = around.BLANKS_BEHIND.match(self._text, at, limit)
        return at if found is None else found.end()

    def _marker_end(self, at: int, limit: int) -> int | None:
        text = self._text
        for form in self._signs.forms.get(text[at : at + 1], ()):
            found = form.whole.match(text, at, limit)
            if found is not None:
                return found.end()
            if not self._last and len(text) < limit and form.cut.match(text, at):
                raise Undecided
        return None

    def _ends_a_word(self, end: int) -> bool:
        """Whether what stands at *end* can stand behind a word and its markers."""
        if not self._last and around.ENDS_A_WORD_CUT.match(self._text, end):
            raise Undecided
        if around.ENDS_A_WORD.match(self._text, end):
            return True
        return around.CELL_END.match(self._text, end) is not None and self._is_row()

    def _is_definition(self, end: int) -> bool:
        """Whether this is the definition of a link or a footnote, and no reference to one."""
        if not self._begins_line():
            return False
        if self._text.startswith("[^", self._at) or around.DEFINITION.match(self._text, end):
            return True
        if not self._last and around.DEFINITION_CUT.match(self._text, end):
            raise Undecided
        return False

    # --- signs that begin something ------------------------------------------

    def _link(self) -> bool:
        end = self._link_end()
        self._at = end or self._at
        return bool(end)

    def _link_end(self) -> int:
        """Give where the link ends that begins here; 0, if there is none."""
        text, at = self._text, self._at
        if text.find("](", at, at + around.WINDOW) < 0 and (self._last or len(text) >= at + around.WINDOW):
            return 0
        end, is_whole = self._horizon(at)
        label = around.BRACKETS.match(text, at, end)
        if label is None or label.end() >= end:
            if label is None and not is_whole:
                raise Undecided
            return 0
        self._need(label.end())
        if not text.startswith("(", label.end()):
            return 0
        target = around.TARGET.match(text, label.end(), end)
        if target is not None:
            return target.end()
        if not is_whole and around.TARGET_CUT.match(text, label.end()):
            raise Undecided
        return 0

    def _code(self) -> bool:
        piece = self._text[self._at : self._at + around.LONGEST_RUN + 1]
        run = len(piece) - len(piece.lstrip("`"))
        if run <= around.LONGEST_RUN:
            self._need(self._at + run)
            self._run = run
            self._inside = self._in_code
        self._at += run
        return True

    def _mathematics(self) -> bool:
        text, at = self._text, self._at
        self._need(at + 1)
        if text.startswith("$$", at):
            return self._display()
        if self._previous().isalnum():
            return False
        return self._enclosed(around.MATH, around.MATH_CUT)

    def _display(self) -> bool:
        if self._begins_line():
            self._inside = self._in_display
            self._at += 2
        elif not self._enclosed(around.DISPLAY):
            self._at += 2
        return True

    def _enclosed(self, whole: re.Pattern[str], cut: re.Pattern[str] | None = None) -> bool:
        """Go to the end of what *whole* matches here, if it does."""
        end, is_whole = self._horizon(self._at)
        found = whole.match(self._text, self._at, end)
        if found is not None:
            if found.end() < end:
                self._need(found.end())
            self._at = found.end()
            return True
        if not is_whole and (cut is None or cut.match(self._text, self._at)):
            raise Undecided
        return False

    def _escape(self) -> bool:
        self._need(self._at + 1)
        following = self._text[self._at + 1 : self._at + 2]
        pattern = _ESCAPED_MATH.get(following)
        if pattern is not None and self._enclosed(pattern):
            return True
        if following in _ESCAPABLE:
            self._at += 2
            return True
        return False

    def _angle(self) -> bool:
        text, at = self._text, self._at
        if text.startswith(around.COMMENT, at):
            self._inside = self._in_comment
            self._at += len("<!")
            return True
        if not self._last and around.COMMENT.startswith(text[at : at + len(around.COMMENT)]):
            raise Undecided
        return self._thinks() or self._tag()

    def _thinks(self) -> bool:
        found = self._tags.opening.match(self._text, self._at)
        if found is not None:
            self._show(self._at)
            self._inside = self._in_reasoning
            self._at = self._shown = found.end()
            return True
        if not self._last and self._tags.opening_cut.match(self._text, self._at):
            raise Undecided
        return False

    def _tag(self) -> bool:
        found = around.TAG.match(self._text, self._at, self._at + around.WINDOW)
        if found is not None:
            self._at = found.end()
            return True
        is_whole = self._last or len(self._text) - self._at >= around.WINDOW
        if not is_whole and around.TAG_CUT.match(self._text, self._at):
            raise Undecided
        return False

    def _line(self) -> bool:
        """Look for a fence behind a line break, which may be a sign of only the beginning of one."""
        if around.FENCE_LINE.match(self._text, self._at) is None:
            raise Undecided
        return self._fence()

    def _fence(self) -> bool:
        """Go into the fenced code that begins with this line, if one does."""
        found = around.FENCE.match(self._text, self._at)
        if found is None:
            return False
        run, info = found["run"], found["info"][: around.WINDOW]
        if run[0] == "`":
            if "`" in info:
                return False
            if len(info) < around.WINDOW:
                self._need(found.end())
        elif len(run) <= around.LONGEST_RUN:
            self._need(found.end("run"))
        self._fence_start = self._prose_offset(self._at + (found[0][0] == "\n"))
        self._closing = _closing(run[0], len(run))
        self._inside = self._in_fence
        self._at = found.end("run")
        return True

    # --- inside something ----------------------------------------------------

    def _in_fence(self) -> None:
        found = self._closing.search(self._text, self._at)
        if found is None:
            self._at = len(self._text)
            return
        self._at = found.start()
        if found["whole"] is None:
            raise Undecided
        self._need(found.end())
        self._at = found.end()
        self._close_fence()

    def _close_fence(self) -> None:
        if self.is_in_fence:
            self.fences.append(Span(self._fence_start, self._prose_offset(self._at)))
            self._inside = None

    def _in_code(self) -> None:
        found = around.CODE_END.search(self._text, self._at)
        if found is None or found[0] == "\n":
            self._go_on(found)
            return
        self._at = found.start()
        if len(found[0]) <= around.LONGEST_RUN:
            self._need(found.end())
        self._at = found.end()
        if len(found[0]) == self._run:
            self._inside = None

    def _in_comment(self) -> None:
        self._in_inline(around.COMMENT_END, "--")

    def _in_display(self) -> None:
        self._in_inline(around.DISPLAY_END, "$")

    def _in_inline(self, end: re.Pattern[str], almost: str) -> None:
        """Go to the *end*; what is *almost* one, at the end of the text, decides nothing."""
        found = end.search(self._text, self._at)
        if found is None or found[0] == "\n":
            self._go_on(found)
            if found is None and not self._last:
                self._wait_for(almost)
            return
        self._at = found.end()
        self._inside = None

    def _wait_for(self, almost: str) -> None:
        for length in range(len(almost), 0, -1):
            if self._text.endswith(almost[:length]):
                self._at -= length
                raise Undecided

    def _go_on(self, newline: re.Match[str] | None) -> None:
        """Go on behind a line break, unless it ends the paragraph; to the end, if there is none."""
        if newline is None:
            self._at = len(self._text)
            return
        self._at = newline.start()
        if around.BLOCK.match(self._text, newline.end()):
            self._inside = None
        elif not self._last and around.BLOCK_CUT.match(self._text, newline.end()):
            raise Undecided
        else:
            self._at = newline.end()

    def _in_reasoning(self) -> None:
        """Leave out what is thought, to its closing tag or the end of the text."""
        found = self._tags.closing.search(self._text, self._at)
        if found is None:
            self._at = self._shown = len(self._text)
            return
        self._at = self._shown = found.start()
        if found["whole"] is None:
            raise Undecided
        self._at = self._shown = found.end()
        self._inside = None


def _fence_line(text: str, at: int) -> int:
    """Give the line break behind which fenced code may begin next; -1, if there is none."""
    found = around.FENCE_LINE.search(text, at)
    return -1 if found is None else found.start()


_ESCAPED_MATH: Final = {"(": around.ROUND_MATH, "[": around.SQUARE_MATH}
_NOTHING: Final = re.compile(r"(?!)")


def _closing(character: str, run: int) -> re.Pattern[str]:
    """Give what matches the end of a fence, or the beginning of one at the end of the text."""
    return re.compile(
        rf"\n[ \t>]{{0,64}}(?:(?P<whole>{character}{{{run},128}}(?=\s|\Z))|{character}{{0,{run}}}\Z)"
    )
