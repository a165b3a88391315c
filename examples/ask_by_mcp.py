"""Ask `grundy mcp` as an agent does, and keep the certificate: python ask_by_mcp.py proof.json."""

import asyncio
import json
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "grundy", "mcp"])


async def main(path: str) -> None:
    """Ask for Kayles' period, and write its certificate to a file."""
    async with Client(SERVER) as client:
        found = (await client.call_tool("period", {"game": "kayles"})).structured_content
    answer, (certificate,) = found["answer"], found["certificates"]
    print(f"period {answer['period']}, proved: {answer['proved']}")
    Path(path).write_text(json.dumps(certificate), encoding="utf-8")


asyncio.run(main(sys.argv[1]))
