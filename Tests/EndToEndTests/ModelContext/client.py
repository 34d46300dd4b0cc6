"""Talks to "flint mcp" with the official client of the Model Context Protocol, and prints what it finds as JSON.

Usage: client.py PROGRAM [ARGUMENT ...]

The tests start it, with the Python of an environment that has the package "mcp".
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client


def plain(value):
    """A model of the package as the members it has on the wire, whatever the package calls them."""
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"] + sys.argv[2:], env=dict(os.environ))
    found = {}
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        found["initialize"] = plain(await session.initialize())
        await session.send_ping()
        found["tools"] = [plain(tool) for tool in (await session.list_tools()).tools]
        found["resources"] = [plain(resource) for resource in (await session.list_resources()).resources]
        templates = plain(await session.list_resource_templates())
        found["templates"] = templates["resourceTemplates"]

        async def call(tool, /, **arguments):
            return plain(await session.call_tool(tool, arguments))

        found["list"] = await call("list_features", filter="is:available")
        found["explain"] = await call("explain_feature", feature="smart")
        found["child"] = await call("explain_feature", feature="smart", persona="Child account")
        found["plans"] = await call("unlock_plans", feature="smart")
        found["what_if"] = await call("what_if", assumptions=["purchase premium purchased"])
        found["impact"] = await call("impact", kind="purchase", name="premium")
        found["override"] = await call("override", kind="purchase", name="premium", value="purchased", reason="a test")
        found["perform"] = await call(
            "perform_action", feature="smart", action="create", input={"name": "Morning"},
            answers={"location-when-in-use": "allow"})
        found["timeline"] = await call("timeline", limit=20)
        found["log"] = await call("log", limit=5)
        found["undo"] = await call("undo")
        found["wrong"] = await call("explain_feature", feature="smrt")
        found["strange"] = await call("explain_feature", feature="smart", colour="red")
        address = found["resources"][-1]["uri"]
        found["read"] = plain(await session.read_resource(address))
        found["report"] = plain(await session.read_resource("flint://report"))
        try:
            await session.read_resource("flint://feature/Nowhere")
        except Exception as error:  # The class has another name in every major version.
            found["missing"] = str(error)
        try:
            await call("fly")
        except Exception as error:
            found["unknown"] = str(error)
    json.dump(found, sys.stdout)


asyncio.run(main())
