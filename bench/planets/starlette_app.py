"""The planet tracker with Starlette."""

import asyncio

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from bench.planets.positions import START_PAGE, answer
from bench.planets.work import asked, burn, worker


async def start_page(_: Request) -> HTMLResponse:
    """Answer with the start page."""
    return HTMLResponse(START_PAGE, headers=worker())


async def planet(request: Request) -> JSONResponse:
    """Answer where a planet stands."""
    status, document = answer(request.path_params["name"], request.query_params)
    return JSONResponse(document, status, worker())


async def job(request: Request) -> JSONResponse:
    """Wait and compute as long as the request says."""
    try:
        wait_s, burn_s = asked(request.query_params)
    except ValueError as error:
        return JSONResponse({"error": str(error)}, 400, worker())
    await asyncio.sleep(wait_s)
    burn(burn_s)
    return JSONResponse({"status": "ok"}, headers=worker())


app = Starlette(routes=[Route("/", start_page), Route("/planets/{name}", planet), Route("/job", job)])
