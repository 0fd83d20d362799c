"""What a reader may open: sources with the URL of the store's record, and prose without any other."""

from tesserix_rag.enriching.firewalling import firewall
from tesserix_rag.enriching.removals import Firewalled, LinkForm, RemovedLink
from tesserix_rag.enriching.sources import enrich, relevance
from tesserix_rag.urls import safe_url

__all__ = [
    "Firewalled",
    "LinkForm",
    "RemovedLink",
    "enrich",
    "firewall",
    "relevance",
    "safe_url",
]
