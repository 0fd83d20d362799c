"""The package is there and typed."""

from types import ModuleType

import tesserix_rag

_package: ModuleType = tesserix_rag
