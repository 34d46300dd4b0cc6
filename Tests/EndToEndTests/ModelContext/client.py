"""Connects to "flint mcp" with the official client of the Model Context Protocol and prints the results as JSON.

Usage: client.py session|recording|discover PROGRAM [ARGUMENT ...]

"session" negotiates a version and uses every function, "recording" uses the functions that a recording supports, and
"discover" lets the newest client detect the server's protocol, which older versions of the package cannot do.

The tests run this script with the Python of an environment that has the package "mcp".
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client


def plain(value):
    """Returns a model of the package as a dictionary with the protocol's member names."""
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)


def parameters():
    return StdioServerParameters(command=sys.argv[2], args=["mcp"] + sys.argv[3:], env=dict(os.environ))


async def refusal(function, *arguments):
    """Returns the message of the error that a call raises, or None."""
    try:
        await function(*arguments)
    except Exception as error:  # The name of the class differs between major versions.
        return str(error)
    return None


async def in_session(use):
    found = {}
    async with stdio_client(parameters()) as (reader, writer), ClientSession(reader, writer) as session:
        found["initialize"] = plain(await session.initialize())

        # The client validates structured results against the schemas of the tools, which it reads here.
        found["tools"] = [plain(tool) for tool in (await session.list_tools()).tools]

        async def call(tool, /, **arguments):
            return plain(await session.call_tool(tool, arguments))

        await use(session, call, found)
    return found


async def everything(session, call, found):
    await session.send_ping()
    found["resources"] = [plain(resource) for resource in (await session.list_resources()).resources]
    templates = plain(await session.list_resource_templates())
    found["templates"] = templates["resourceTemplates"]
    found["list"] = await call("list_features", filter="is:available")
    found["explain"] = await call("explain_feature", features=["smart"])
    found["child"] = await call("explain_feature", features=["smart"], persona="Child account")
    found["what_if"] = await call("what_if", assumptions=["purchase premium purchased"])
    found["impact"] = await call("impact", kind="purchase", name="premium")
    found["override"] = await call("override", kind="purchase", name="premium", value="purchased", reason="a test")
    found["perform"] = await call(
        "perform_action", feature="smart", action="create", input={"name": "Morning"},
        answers={"location-when-in-use": "allow"})
    found["timeline"] = await call("timeline", limit=20)
    found["log"] = await call("log", limit=5)
    found["undo"] = await call("undo")
    found["wrong"] = await call("explain_feature", features=["smrt"])
    found["strange"] = await call("explain_feature", features=["smart"], colour="red")
    address = found["resources"][-1]["uri"]
    found["read"] = plain(await session.read_resource(address))
    found["report"] = plain(await session.read_resource("flint://report"))
    found["missing"] = await refusal(session.read_resource, "flint://feature/Nowhere")
    found["unknown"] = await refusal(session.call_tool, "fly", {})


async def recording(session, call, found):
    found["list"] = await call("list_features", filter="smart")
    found["explain"] = await call("explain_feature", features=["smart"])
    found["timeline"] = await call("timeline")
    found["log"] = await call("log", limit=5)
    found["persona"] = await call("explain_feature", features=["smart"], persona="Child account")
    found["what_if"] = await call("what_if", assumptions=["purchase premium purchased"])
    found["impact"] = await call("impact", kind="purchase", name="premium")
    found["override"] = await call("override", kind="purchase", name="premium", value="none")
    found["undo"] = await call("undo")
    found["perform"] = await call("perform_action", feature="smart", action="create")
    found["read"] = plain(await session.read_resource("flint://report"))
    found["feature"] = plain(await session.read_resource("flint://feature/PodcastFeatures"))


async def discover():
    try:
        from mcp import Client
    except ImportError:
        return {"isOlder": True}
    found = {}
    async with Client(parameters()) as client:
        found["version"] = client.session.protocol_version
        found["tools"] = [plain(tool) for tool in (await client.list_tools()).tools]
        found["resources"] = [plain(resource) for resource in (await client.list_resources()).resources]
        found["explain"] = plain(await client.call_tool("explain_feature", {"features": ["smart"]}))
        found["read"] = plain(await client.read_resource("flint://report"))
        found["missing"] = await refusal(client.read_resource, "flint://feature/Nowhere")
    return found


async def main():
    uses = {"session": everything, "recording": recording}
    mode = sys.argv[1]
    json.dump(await discover() if mode == "discover" else await in_session(uses[mode]), sys.stdout)


asyncio.run(main())
