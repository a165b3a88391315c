"""What holds for all tests: hypothesis waits for as long as an example takes."""

from hypothesis import settings

# A deadline measures the machine, not the code: beside busy processes it fails by chance.
settings.register_profile("grundy", deadline=None)
settings.load_profile("grundy")
