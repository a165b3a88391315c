"""What is left out of the search for examples: a module that is nothing without its extra."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("mcp") else ["src/grundy/web/mcp_server.py"]
