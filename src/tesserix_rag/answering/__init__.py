"""Answers from what was retrieved: in its own words or a model's, and checked, with further tries."""

from __future__ import annotations

from tesserix_rag.answering.asking import model_answerer
from tesserix_rag.answering.extractive import MOST_CLAIMS, extractive_answer
from tesserix_rag.answering.openai import openai_completions
from tesserix_rag.answering.protocol import Answerer, Complete, Message, Role
from tesserix_rag.answering.trying import answer_checked

__all__ = [
    "MOST_CLAIMS",
    "Answerer",
    "Complete",
    "Message",
    "Role",
    "answer_checked",
    "extractive_answer",
    "model_answerer",
    "openai_completions",
]
