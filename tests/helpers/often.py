"""How often a costly property is tried: a few times by default, more where one has time for it."""

import os

from hypothesis import settings


def often(examples: int) -> settings:
    return settings(max_examples=examples * int(os.environ.get("GRUNDY_EXAMPLES", "1")))
