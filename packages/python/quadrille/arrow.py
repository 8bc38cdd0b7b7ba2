"""pyarrow and other packages that are not of the standard library, imported when a function uses them."""

import importlib
from typing import Any


def needed(module: str) -> Any:
    """A package that is not of the standard library."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise ImportError(f"this needs {name}: pip install {name}", name=name) from error


class Kernels:
    """pyarrow and its functions for whole columns, imported when the first table is made."""

    def __init__(self) -> None:
        self.arrow = needed("pyarrow")
        self.compute = needed("pyarrow.compute")
        self.csv = needed("pyarrow.csv")

    def all(self, mask: Any) -> bool:
        """Whether a mask is true for all cells; cells that are null do not count."""
        return self.compute.all(mask).as_py() is not False

    def any(self, mask: Any) -> bool:
        return bool(self.compute.any(mask).as_py())
