"""The command ``check``: whether an answer rests on what was retrieved, for anyone's pipeline."""

from __future__ import annotations

import click

from tesserix_rag.cli import options
from tesserix_rag.cli.reading import STANDARD_INPUT, answer_in, asked_in, contents, retrieved_in
from tesserix_rag.cli.shown import counted, jsonable, print_json, say
from tesserix_rag.grounding import grounding_report
from tesserix_rag.records import Finding, GroundingReport
from tesserix_rag.tenancy import tenant_scope


@click.command()
@click.argument("file", type=options.json_file)
@click.argument("retrieved", type=options.json_file, required=False)
@click.option("--feedback", is_flag=True, help="Print what to tell the model that answered.")
@options.tenant
@options.as_json
def check(file: str, retrieved: str | None, tenant: str, *, feedback: bool, as_json: bool) -> None:
    """
    Check the answer in FILE against the citations in RETRIEVED.

    FILE is the output of `ask --json`, which holds both, or an answer alone; RETRIEVED is an
    array of citations, or an object that holds one. One of them may be `-`, the standard input.
    """
    if file == retrieved == STANDARD_INPUT:
        raise click.UsageError("only one of FILE and RETRIEVED can be the standard input")
    report = _report(file, retrieved, tenant)
    if as_json:
        print_json(_as_json(report))
    elif feedback:
        click.echo(report.feedback(), nl=not report.ok)
    else:
        _show(report)
    click.get_current_context().exit(0 if report.ok else 1)


def _report(file: str, retrieved: str | None, tenant: str) -> GroundingReport:
    document = contents(file)
    if retrieved is None:
        answer, citations = asked_in(document)
    else:
        answer, citations = answer_in(document), retrieved_in(contents(retrieved))
    with tenant_scope(tenant):
        return grounding_report(answer, citations)


def _as_json(report: GroundingReport) -> object:
    return {
        "grounded": report.ok,
        "findings": jsonable(report.findings),
        "claims": report.claims,
        "citations": report.citations,
        "exempt": report.exempt,
    }


def _show(report: GroundingReport) -> None:
    if report.ok:
        claims, citations = counted(report.claims, "claim"), counted(report.citations, "citation")
        exempt = f", {counted(report.exempt, 'span')} of prose exempt" if report.exempt else ""
        say(f"grounded: {claims}, {citations}{exempt}", colour="green")
    for finding in report.findings:
        say(f"{_subject(finding)}: {finding.code.value}", colour="red")


def _subject(finding: Finding) -> str:
    if finding.claim_index is not None:
        return f"claim {finding.claim_index + 1}"
    if finding.span is not None:
        return f"characters {finding.span.start}–{finding.span.end}"
    return "answer"
