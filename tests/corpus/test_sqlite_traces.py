"""After an erasure that says it is complete, no file of the database holds what only the erased text held."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest
from attrs import evolve, frozen

from tesserix_rag import CorpusResolver, Document, Resolved, Span, Tombstone, tenant_scope
from tesserix_rag.corpus.sqlite import SqliteCorpus, cleaning
from tests.corpus.disks import elsewhere, is_sound, on_disk
from tests.corpus.libraries import citation_of, erased, found, handbook, note

SHARED = "The committee met on Monday and agreed to pay all refunds within a fortnight. "


@frozen
class Canary:
    """
    Words that stand nowhere else: in letters, in Han characters, in astral ones, and behind a word that stays.

    Args:
        letters: Fourteen letters, in the middle of longer words.
        han: Four characters of a script without blanks.
        astral: Two characters outside the basic plane.
    """

    letters: str
    han: str
    astral: str

    @classmethod
    def drawn(cls, random: Random) -> Canary:
        """Draw one."""
        return cls(
            letters="".join(random.choices(ascii_lowercase, k=14)),
            han="".join(chr(random.randint(0x4E00, 0x9FFF)) for _ in range(4)),
            astral="".join(chr(random.randint(0x20000, 0x2A6DF)) for _ in range(2)),
        )

    def sentence(self, random: Random) -> str:
        """Give a sentence full of it, in several forms."""
        word = self.letters.capitalize() if random.random() < 0.3 else self.letters
        return (
            f"Ms {word}s was refund{self.letters}ing {self.letters.upper()}, {self.han}{self.astral} "
            f"x{self.astral}y {self.letters}@example.com. "
        )

    def traces(self, files: bytes) -> list[str]:
        """Give its forms that stand in *files*: whole, folded, as one character, or escaped as JSON."""
        core = self.letters[1:-1]  # a stemmer may take the end, an index shares the beginning
        plain = [core, core.upper(), self.han, self.han[:2], self.astral[0], self.astral[1]]
        escaped = [json.dumps(each)[1:-1] for each in (self.han[:2], self.astral[0])]
        return [each for each in plain + escaped if each.encode() in files]


def traces(canaries: Iterable[Canary], files: bytes) -> list[str]:
    """Give what stands in *files* of any of *canaries*."""
    return [form for each in canaries for form in each.traces(files)]


def about(canary: Canary, random: Random, name: str, version: str = "v1") -> Document:
    """Give a document that holds *canary* in each of its fields, small or large."""
    body = "".join(
        SHARED if random.random() < 0.8 else canary.sentence(random)
        for _ in range(random.choice([1, 3, 30, 300]))
    )
    return Document(
        document_id=name,
        version=version,
        text=f"# {canary.letters} {canary.han}\n\n{canary.sentence(random)}{body}",
        uri=f"https://acme.example/{canary.letters}/{canary.astral}",
        title=f"{canary.letters} {canary.han}",
        license=canary.letters,
        metadata={canary.letters: canary.han, "author": f"{canary.astral}{canary.letters}"},
    )


async def test_the_search_for_traces_finds_what_is_there(path: Path):
    """Before the erasure each form of a canary stands in the files."""
    canary = Canary.drawn(Random(1))
    async with SqliteCorpus(path) as corpus:
        await corpus.put(about(canary, Random(1), "secret"))

        assert canary.traces(on_disk(path))
        for part in ("letters", "han", "astral"):
            only = {"letters": "#" * 14, "han": "####", "astral": "\x01\x02"}
            only[part] = getattr(canary, part)
            assert Canary(**only).traces(on_disk(path))


@pytest.mark.parametrize("seed", range(6))
async def test_no_file_holds_what_was_erased(path: Path, seed: int):
    """Documents small and large, in versions, tenants and collections, put and erased in any order."""
    random = Random(seed)
    alive: dict[tuple[str, str], Canary] = {}
    gone: list[Canary] = []
    async with SqliteCorpus(path) as corpus:
        for step in range(30):
            tenant, name = random.choice(["acme", "globex"]), f"d{random.randint(0, 7)}-{step // 15}"
            with tenant_scope(tenant):
                if random.random() < 0.75 or (tenant, name) not in alive:
                    canary = alive.setdefault((tenant, name), Canary.drawn(random))
                    await corpus.put(
                        about(canary, random, name, f"v{step}"),
                        collection=random.choice(["default", "other"]),
                        readmit=True,
                    )
                    continue
                assert (await erased(corpus, name)).complete
                gone.append(alive.pop((tenant, name)))
                files = on_disk(path)
                assert traces(gone, files) == []
        (tenant, name), last = alive.popitem()
        with tenant_scope(tenant):
            assert (await erased(corpus, name)).complete
        files = on_disk(path)

        assert traces([*gone, last], files) == []
        assert all(each.traces(files) for each in alive.values())
        for tenant, name in alive:
            with tenant_scope(tenant):
                assert await corpus.document(name)
    assert is_sound(path)


@pytest.mark.parametrize("seed", range(2))
async def test_no_file_holds_an_erased_version_that_was_superseded_before(path: Path, seed: int):
    """Its postings lie in old segments of the index, with marks that they are void."""
    random = Random(seed)
    old, new = Canary.drawn(random), Canary.drawn(random)
    async with SqliteCorpus(path) as corpus:
        await corpus.put(about(old, random, "handbook"))
        for each in range(60):
            await corpus.put(note(f"n{each}", SHARED * (1 + each % 5)))
        await corpus.put(about(new, random, "handbook", "v2"))
        for each in range(60, 120):
            await corpus.put(note(f"n{each}", SHARED * (1 + each % 5)))

        receipt = await erased(corpus, version="v1")

        files = on_disk(path)
        assert receipt.complete
        assert not old.traces(files)
        assert new.traces(files)


async def test_no_file_holds_an_erased_chunk(path: Path):
    """One sentence of many goes, with a heading and a title that stood in it; the others stay."""
    random = Random(7)
    canary, other = Canary.drawn(random), Canary.drawn(random)
    heading = f"# {canary.letters} {canary.han}\n\n{canary.sentence(random)}\n\n"
    text = heading + SHARED * 20 + other.sentence(random)
    cut = [
        *(Span(0, len(heading)), Span(4, len(heading) + 20)),
        *(Span(len(heading) + 20, len(heading) + 800), Span(len(heading) + 800, len(text))),
    ]
    async with SqliteCorpus(path) as corpus:
        chunks = await corpus.put(handbook(text, title=f"{canary.letters} {canary.han}"), chunks=cut)

        receipt = await erased(corpus, chunk_id=chunks[0].chunk_id)

        files = on_disk(path)
        assert receipt.complete
        assert [each.chunk_id for each in receipt.tombstones] == [each.chunk_id for each in chunks[:2]]
        assert not canary.traces(files)
        assert other.traces(files)


async def test_an_erased_word_behind_a_word_that_stays_leaves_no_rest(path: Path):
    """Indexes write a word as its difference from the one before; the difference goes, too."""
    random = Random(11)
    rests = ["".join(random.choices(ascii_lowercase, k=12)) for _ in range(40)]
    async with SqliteCorpus(path) as corpus:
        await corpus.put(note("stays", " ".join(f"zebra{each[:1]}" for each in rests)))
        await corpus.put(note("goes", " ".join(f"zebra{each}ish" for each in rests)))
        await corpus.put(note("stays too", " ".join(f"zebra{each[:2]}z" for each in rests)))
        before = on_disk(path)

        await erased(corpus, "goes")

        files = on_disk(path)
        assert all(each[3:].encode() in before for each in rests)
        assert not any(each[3:].encode() in files for each in rests)


@pytest.mark.parametrize("seed", [2, 3])
async def test_no_page_keeps_a_copy_of_a_row_that_moved(path: Path, seed: int):
    """SQLite leaves copies behind where it balances pages, whatever secure_delete says."""
    random = Random(seed)
    gone = []
    async with SqliteCorpus(path) as corpus:
        for each in range(150):
            word = "".join(random.choices(ascii_lowercase, k=14))
            goes = random.random() < 0.6
            text = f"{word} {'and so on ' * random.randint(0, 120)} {word}x"
            await corpus.put(note("goes" if goes else f"stays{each}", text, version=f"v{each}"))
            gone += [word] * goes

        assert (await erased(corpus, "goes")).complete

        files = on_disk(path)
        assert [each for each in gone if each.encode() in files] == []


async def test_the_keys_of_digests_are_destroyed(path: Path):
    """What stays behind cannot confirm a guess at the text."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook())
        with closing(sqlite3.connect(path)) as raw:
            ((key,),) = raw.execute("SELECT digest_key FROM chunk").fetchall()
        assert key in on_disk(path)

        await erased(corpus)

        assert key not in on_disk(path)


async def test_a_tombstone_row_holds_ids_and_places_only(path: Path):
    """No title, address, section or label is left in the row of an erased passage."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(about(Canary.drawn(Random(3)), Random(3), "handbook"))
        await erased(corpus, ticket="T-1")

    with closing(sqlite3.connect(path)) as raw:
        described = raw.execute("SELECT text, uri, title, license, metadata FROM version")
        assert described.fetchall() == [(None, "", "", "", "{}")]
        assert raw.execute("SELECT DISTINCT text, section, digest_key FROM chunk").fetchall() == [
            (None, "", None)
        ]
        assert raw.execute("SELECT count(*) FROM label").fetchone() == (0,)
        assert raw.execute("SELECT ticket FROM erasure").fetchall() == [("T-1",)]


async def test_a_reader_of_an_old_snapshot_delays_the_proof(path: Path):
    """The wait is bounded, what is outstanding is named, and the next call finishes it."""
    random = Random(5)
    canary = Canary.drawn(random)
    async with SqliteCorpus(path, timeout=0.3) as corpus:
        (chunk, *_rest) = await corpus.put(about(canary, random, "handbook"))
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM chunk").fetchone()
            receipt = await erased(corpus)

            assert not receipt.complete
            assert "write_ahead_log" in receipt.outstanding
            resolved = await CorpusResolver(corpus).resolve(citation_of(chunk))
            assert isinstance(resolved, Tombstone)
            assert await found(corpus, "refunds") == []
            assert not (await erased(corpus)).complete
            reader.execute("COMMIT")

        again = await erased(corpus)

        assert again.complete
        assert again.tombstones == receipt.tombstones
        assert not canary.traces(on_disk(path))


async def test_an_erasure_of_something_else_finishes_what_was_outstanding(path: Path):
    """Whoever erases next, in whatever process, cleans up for the one before."""
    random = Random(6)
    canary = Canary.drawn(random)
    async with SqliteCorpus(path, timeout=0.2) as corpus:
        await corpus.put(about(canary, random, "handbook"))
        await corpus.put(note("other"), collection="other")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM chunk").fetchone()
            assert not (await erased(corpus)).complete

    async with SqliteCorpus(path) as corpus:
        receipt = await erased(corpus, "other")

        assert receipt.complete
        assert not canary.traces(on_disk(path))


async def test_what_another_process_erased_meanwhile_is_not_taken_for_clean(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A mark set while someone else cleans is kept for the one who set it."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook())
        look = cleaning._refuse_corruption

        def another_erases(connection: sqlite3.Connection) -> None:
            with closing(sqlite3.connect(path)) as raw:
                raw.execute("INSERT INTO unclean (shelf_key) SELECT shelf_key FROM unclean")
                raw.commit()
            look(connection)

        monkeypatch.setattr(cleaning, "_refuse_corruption", another_erases)
        await erased(corpus)

    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM unclean").fetchone() == (1,)


async def test_residue_that_is_left_is_not_called_complete(path: Path, monkeypatch: pytest.MonkeyPatch):
    """The look at the file is a proof of its own: without the rewriting it finds the text."""
    monkeypatch.setattr(cleaning, "_rewrite", lambda _connection: True)
    text = "Ms Whitfield owes 4,200 euros to the bank of the town. " * 40
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook(text))
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("CREATE TABLE spare AS SELECT CAST(text AS BLOB) AS copy FROM chunk")
            raw.commit()

        receipt = await erased(corpus)

    assert receipt.outstanding == ("database_file",)


async def test_an_erasure_in_one_process_keeps_the_log_of_the_others(path: Path):
    """Looking into the file must not drop the locks that say who still uses it."""
    put = """
    async def main():
        with tenant_scope("acme"):
            async with SqliteCorpus(path) as corpus:
                await corpus.put(Document(document_id="there", version="v1", text="There."))
                try:
                    print((await corpus.document("here")).text)
                except Exception as error:
                    print(type(error).__name__)
    asyncio.run(main())
    """
    async with SqliteCorpus(path) as corpus, SqliteCorpus(path) as second:
        await corpus.put(handbook())
        await erased(corpus)
        async with SqliteCorpus(path) as third:
            await third.put(note("more"))
            await erased(third, "more")
        assert elsewhere(path, put) == "SourceNotFoundError"

        await corpus.put(note("here", "Here."))

        assert elsewhere(path, put) == "Here."
        assert (await second.document("here")).text == "Here."
        assert path.with_name("corpus.db-wal").exists()


async def test_a_working_directory_that_moves_does_not_move_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A relative path is where it was when the corpus was made; the proof looks there, too."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    async with SqliteCorpus("corpus.db") as corpus:
        (chunk,) = await corpus.put(handbook())
        monkeypatch.chdir(tmp_path / "elsewhere")

        assert isinstance(await CorpusResolver(corpus).resolve(citation_of(chunk)), Resolved)
        assert (await erased(corpus)).complete

    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_canary_can_be_told_from_another():
    """Two drawn canaries share nothing that is looked for."""
    one, other = Canary.drawn(Random(1)), Canary.drawn(Random(2))

    assert not one.traces(other.sentence(Random(1)).encode())
    assert one.traces(evolve(one).sentence(Random(1)).encode())
