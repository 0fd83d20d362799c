"""Evidence: whether what an answer quotes and states stands in the passages that it cites."""

from tesserix_rag.evidence.differing import QuoteCode
from tesserix_rag.evidence.facts import check_facts
from tesserix_rag.evidence.judging import Judge, fact_judge, model_judge
from tesserix_rag.evidence.metrics import (
    AbstentionScore,
    Asked,
    Share,
    TierShares,
    abstention_score,
    coverage,
    tier_shares,
    validity,
)
from tesserix_rag.evidence.quotes import FoldedText, Located, Tier, locate
from tesserix_rag.evidence.reports import Evidence, FactCode, FactFinding, FactReport, Verdict
from tesserix_rag.evidence.scoring import CitationScore, CitationScores, citation_score, citation_scores
from tesserix_rag.evidence.support import SupportReport, check_support, support_report
from tesserix_rag.evidence.verifying import QuoteFinding, VerifiedQuote, verify_quotes

__all__ = [
    "AbstentionScore",
    "Asked",
    "CitationScore",
    "CitationScores",
    "Evidence",
    "FactCode",
    "FactFinding",
    "FactReport",
    "FoldedText",
    "Judge",
    "Located",
    "QuoteCode",
    "QuoteFinding",
    "Share",
    "SupportReport",
    "Tier",
    "TierShares",
    "Verdict",
    "VerifiedQuote",
    "abstention_score",
    "check_facts",
    "check_support",
    "citation_score",
    "citation_scores",
    "coverage",
    "fact_judge",
    "locate",
    "model_judge",
    "support_report",
    "tier_shares",
    "validity",
    "verify_quotes",
]
