"""Markers placed into finished answers by a model, and labels for what they cite."""

from tesserix_rag.placing.chips import Chip, Shape, chips, stamped, without_chips
from tesserix_rag.placing.labels import Label
from tesserix_rag.placing.models import Completion, Model, PlacementModels, maker_of, models_of
from tesserix_rag.placing.notes import Note, NoteCode
from tesserix_rag.placing.placement import Placement, place_citations
from tesserix_rag.placing.sources import in_view
from tesserix_rag.placing.weaving import Insertion

__all__ = [
    "Chip",
    "Completion",
    "Insertion",
    "Label",
    "Model",
    "Note",
    "NoteCode",
    "Placement",
    "PlacementModels",
    "Shape",
    "chips",
    "in_view",
    "maker_of",
    "models_of",
    "place_citations",
    "stamped",
    "without_chips",
]
