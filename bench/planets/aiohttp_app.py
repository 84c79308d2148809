"""The planet tracker with aiohttp."""

import argparse
import asyncio
import logging

from aiohttp import web

from bench.planets.positions import START_PAGE, answer
from bench.planets.work import asked, burn, worker

routes = web.RouteTableDef()


@routes.get("/")
async def start_page(_: web.Request) -> web.Response:
    """Answer with the start page."""
    return web.Response(text=START_PAGE, content_type="text/html", headers=worker())


@routes.get("/planets/{name}")
async def planet(request: web.Request) -> web.Response:
    """Answer where a planet stands."""
    status, document = answer(request.match_info["name"], request.query)
    return web.json_response(document, status=status, headers=worker())


@routes.get("/job")
async def job(request: web.Request) -> web.Response:
    """Wait and compute as long as the request says."""
    try:
        wait_s, burn_s = asked(request.query)
    except ValueError as error:
        return web.json_response({"error": str(error)}, status=400, headers=worker())
    await asyncio.sleep(wait_s)
    burn(burn_s)
    return web.json_response({"status": "ok"}, headers=worker())


async def application() -> web.Application:
    """Return a new application; gunicorn's workers call this too."""
    app = web.Application()
    app.add_routes(routes)
    return app


def main() -> None:
    """Serve with aiohttp's own server, which logs requests only where logging was set up."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", help="file for the access log")
    parser.add_argument("--uvloop", action="store_true", help="run on uvloop's event loop")
    told = parser.parse_args()
    if told.log:
        logging.basicConfig(filename=told.log, level=logging.INFO)
    if told.uvloop:
        import uvloop  # noqa: PLC0415 – the other servers run without it.
    loop = uvloop.new_event_loop() if told.uvloop else None
    web.run_app(application(), host="127.0.0.1", port=told.port, loop=loop)


if __name__ == "__main__":
    main()
