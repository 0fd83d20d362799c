"""The command ``check``: whether an answer rests on what was retrieved, for anyone's pipeline."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click
from attrs import frozen

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import checkable_in, passages_in
from tesserix_rag.cli.shown import counted, jsonable, print_json, say
from tesserix_rag.errors import MisquoteError
from tesserix_rag.evidence import QuoteFinding, Verdict, support_report, verify_quotes
from tesserix_rag.grounding import check_grounding, grounding_report
from tesserix_rag.records import Citation, CitedAnswer, Finding, GroundedAnswer, GroundingReport
from tesserix_rag.tenancy import tenant_scope

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen(kw_only=True)
class Checked:
    """
    What was found wrong with an answer.

    Args:
        report: Whether it rests on what was retrieved.
        quotes: The quotations that their passages do not have; looked for only if the report is sound.
        verdicts: What comparing facts says of each claim, if that was asked for.
        is_quoted: Whether quotations were looked at.
    """

    report: GroundingReport
    quotes: tuple[QuoteFinding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    is_quoted: bool = False

    @property
    def ok(self) -> bool:
        """Whether everything holds that was looked at."""
        is_supported = all(each is Verdict.SUPPORTED for each in self.verdicts)
        return self.report.ok and not self.quotes and is_supported


@click.command()
@click.argument("file", type=options.json_file)
@click.argument("retrieved", type=options.json_file, required=False)
@click.option("--feedback", is_flag=True, help="Print what to tell the model that answered.")
@click.option("--facts", is_flag=True, help="Compare what each claim states with its passages, too.")
@options.tenant
@options.as_json
def check(file: str, retrieved: str | None, tenant: str, *, feedback: bool, facts: bool, as_json: bool) -> None:
    """
    Check the answer in FILE against the citations in RETRIEVED.

    FILE is the output of `ask --json`, which holds both, or an answer alone; RETRIEVED is an
    array of citations, or an object that holds one. One of them may be `-`, the standard input.
    Where the passages are there, too, quotations are verified.
    """
    checked = _checked(file, retrieved, tenant, facts=facts)
    if as_json:
        print_json(_as_json(checked))
    elif feedback:
        click.echo(checked.report.feedback(), nl=not checked.report.ok)
    else:
        _show(checked)
    click.get_current_context().exit(0 if checked.ok else 1)


def _checked(file: str, retrieved: str | None, tenant: str, *, facts: bool) -> Checked:
    answer, citations, document = checkable_in(file, retrieved)
    passages = passages_in(document)
    if facts and passages is None:
        raise click.UsageError("facts are compared with passages, and none are given")
    with tenant_scope(tenant):
        report = grounding_report(answer, citations)
        if not report.ok or passages is None:
            return Checked(report=report)
        return _evidence(report, answer, citations, passages, facts=facts)


def _evidence(
    report: GroundingReport,
    answer: CitedAnswer,
    citations: tuple[Citation, ...],
    passages: Mapping[str, str],
    *,
    facts: bool,
) -> Checked:
    """Look at what a grounded answer quotes and, if asked for, states."""
    grounded = check_grounding(answer, citations)
    verdicts = asyncio.run(support_report(grounded, passages)).verdicts if facts else ()
    quotes = _misquoted(grounded, passages)
    return Checked(report=report, quotes=quotes, verdicts=verdicts, is_quoted=True)


def _misquoted(answer: GroundedAnswer, passages: Mapping[str, str]) -> tuple[QuoteFinding, ...]:
    try:
        verify_quotes(answer, passages)
    except MisquoteError as refused:
        return refused.findings
    return ()


def _as_json(checked: Checked) -> object:
    report = checked.report
    told: dict[str, object] = {
        "grounded": report.ok,
        "findings": jsonable(report.findings),
        "claims": report.claims,
        "citations": report.citations,
        "exempt": report.exempt,
    }
    if checked.is_quoted:
        told["quotes"] = [
            {
                "code": each.code.value,
                "claim_index": each.claim_index,
                "quote_index": each.quote_index,
                "citation_id": each.citation_id,
            }
            for each in checked.quotes
        ]
    if checked.verdicts:
        told["facts"] = [each.value for each in checked.verdicts]
    return told


def _show(checked: Checked) -> None:
    report = checked.report
    if report.ok:
        claims, citations = counted(report.claims, "claim"), counted(report.citations, "citation")
        exempt = f", {counted(report.exempt, 'span')} of prose exempt" if report.exempt else ""
        say(f"grounded: {claims}, {citations}{exempt}", colour="green")
    for finding in report.findings:
        say(f"{_subject(finding)}: {finding.code.value}", colour="red")
    for each in checked.quotes:
        say(f"claim {each.claim_index + 1}, quote {each.quote_index + 1}: {each.code.value}", colour="red")
    for at, verdict in enumerate(checked.verdicts, start=1):
        say(f"claim {at}: {verdict.value}", colour="green" if verdict is Verdict.SUPPORTED else "red")


def _subject(finding: Finding) -> str:
    if finding.claim_index is not None:
        return f"claim {finding.claim_index + 1}"
    if finding.span is not None:
        return f"characters {finding.span.start}–{finding.span.end}"
    return "answer"
