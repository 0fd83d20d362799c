"""How properties are tried: a busy machine is no failure."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("few", settings.get_profile("house"), max_examples=25)
settings.load_profile(os.environ.get("TESSERIX_RAG_EXAMPLES", "house"))
