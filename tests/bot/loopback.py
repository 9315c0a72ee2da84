"""As much of Discord as a bot needs to start: who it is, its commands, and a gateway. Listens on this machine only."""

from __future__ import annotations

import json
import zlib
from typing import Any

from aiohttp import WSMessage, web

APP = 1000000000000000001
USER = {"id": str(APP), "username": "Mojo", "discriminator": "0", "global_name": None, "avatar": None, "bot": True}
APPLICATION = {
    "id": str(APP),
    "name": "Mojo",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "0" * 64,
    "flags": 0,
    "summary": "",
    "team": None,
    "owner": {**USER, "id": "5", "bot": False},
}


def listed(command: dict[str, Any], number: int = 7) -> dict[str, Any]:
    """A command as Discord lists what was uploaded: what is false or empty is left out, ids are added."""
    rights = command.get("default_member_permissions")
    return {
        "id": str(APP + number),
        "application_id": str(APP),
        "version": str(APP + 99),
        "default_member_permissions": None if rights is None else str(rights),
        "type": command.get("type", 1),
        "name": command["name"],
        "name_localizations": None,
        "description": command["description"],
        "description_localizations": None,
        "dm_permission": command.get("dm_permission", True),
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        **({"options": [_option(o) for o in command["options"]]} if command.get("options") else {}),
        "nsfw": command.get("nsfw", False),
    }


def _option(option: dict[str, Any]) -> dict[str, Any]:
    shown = {k: v for k, v in option.items() if v is not False and v is not None and v != []}
    shown |= {"name_localizations": None, "description_localizations": None}
    if option.get("options"):
        shown["options"] = [_option(o) for o in option["options"]]
    if option.get("choices"):
        shown["choices"] = [{**c, "name_localizations": None} for c in option["choices"]]
    return shown


class Discord:
    """Takes one token. `close_code`: the gateway refuses every bot with it."""

    def __init__(self, token: str, close_code: int | None = None) -> None:
        self.token, self.close_code = token, close_code
        self.commands: list[dict[str, Any]] = []
        self.uploads = 0
        self.identified: list[dict[str, Any]] = []

    def application(self) -> web.Application:
        """The server."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/api/v10/users/@me", self._me),
                web.get("/api/v10/oauth2/applications/@me", self._application),
                web.get("/api/v10/applications/{id}/commands", self._list),
                web.put("/api/v10/applications/{id}/commands", self._upload),
                web.get("/gateway/", self._gateway),
                web.get("/gateway", self._gateway),
            ]
        )
        return app

    async def _me(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {self.token}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        return _json(USER)

    async def _application(self, request: web.Request) -> web.Response:
        return _json(APPLICATION)

    async def _list(self, request: web.Request) -> web.Response:
        return _json(self.commands)

    async def _upload(self, request: web.Request) -> web.Response:
        self.commands = [listed(c, n) for n, c in enumerate(await request.json())]
        self.uploads += 1
        return _json(self.commands)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        packer = zlib.compressobj()

        async def send(op: int, data: Any = None, event: str | None = None, number: int | None = None) -> None:
            text = json.dumps({"op": op, "d": data, "t": event, "s": number}).encode()
            await socket.send_bytes(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))

        await send(10, {"heartbeat_interval": 41250})
        message: WSMessage
        async for message in socket:
            said = json.loads(message.data)
            if said["op"] == 1:
                await send(11)
            elif said["op"] == 2:
                self.identified.append(said["d"])
                if self.close_code is not None:
                    await socket.close(code=self.close_code)
                    break
                ready = {
                    "v": 10,
                    "user": USER,
                    "guilds": [],
                    "session_id": "1",
                    "resume_gateway_url": f"ws://{request.host}/gateway",
                    "application": {"id": str(APP), "flags": 0},
                }
                await send(0, ready, "READY", 1)
        return socket


def _json(data: Any, status: int = 200) -> web.Response:
    # discord.py reads JSON only under exactly this type, without a charset
    return web.Response(body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"})
