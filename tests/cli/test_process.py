"""The command as a process: its streams, its signals, and what it needs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.fresh import without

COMMAND = [sys.executable, "-W", "error", "-m", "tesserix_rag"]

WITHOUT_CLICK = f"""
{without("click")}
import runpy
sys.argv = ["tesserix-rag", "demo"]
runpy.run_module("tesserix_rag", run_name="__main__")
"""


def run(*arguments, **options):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, **options)


def test_without_click_it_says_how_to_install_it():
    """One line, and no traceback."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_CLICK], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'tesserix-rag[cli]'" in done.stderr


def test_importing_the_package_imports_no_click():
    code = "import sys, tesserix_rag, tesserix_rag.answering; sys.exit('click' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_demonstration_is_plain_in_a_pipe():
    done = run("demo", env={**os.environ, "COLUMNS": "60"})

    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 60


def test_an_answer_goes_from_one_process_to_another(tmp_path):
    (tmp_path / "a.txt").write_text("The grant pays 4,200 euros a year.\n")
    env = {**os.environ, "TESSERIX_RAG_TENANT": "acme"}
    assert run("ingest", "a.txt", cwd=tmp_path, env=env).returncode == 0
    asked = run("ask", "What does the grant pay?", "--json", cwd=tmp_path, env=env)

    checked = run("check", "-", cwd=tmp_path, env=env, input=asked.stdout)

    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_terminal_without_unicode_shows_what_it_can(tmp_path):
    (tmp_path / "a.txt").write_text("The grant pays 4,200 € a year.\n", encoding="utf-8")
    env = {**os.environ, "TESSERIX_RAG_TENANT": "acme", "PYTHONIOENCODING": "latin-1"}
    run("ingest", "a.txt", cwd=tmp_path, env=env)

    asked = run("ask", "What does the grant pay?", cwd=tmp_path, env=env)

    assert (asked.returncode, asked.stderr) == (0, "")
    assert "\\u20ac" in asked.stdout


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen(
        [*COMMAND, "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        _, complaint = process.communicate(timeout=30)

    assert complaint == ""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_an_interrupt_ends_quietly():
    with subprocess.Popen(
        [*COMMAND, "check", "-", "--tenant", "acme"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(" " * 1_000_000)
        process.send_signal(signal.SIGINT)
        output, complaint = process.communicate(timeout=10)

    assert (output, complaint.strip()) == ("", "")
    assert process.returncode == 130
