"""The planet tracker with FastAPI, which checks parameters by their types."""

import asyncio
from collections.abc import Mapping

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse

from bench.planets.positions import GREENWICH, START_PAGE, Position, position
from bench.planets.work import asked, burn, worker

app = FastAPI()


@app.exception_handler(RequestValidationError)
async def refuse(_: Request, error: Exception) -> JSONResponse:
    """Answer a bad number with 400, as the other applications do; FastAPI's own answer is 422."""
    return JSONResponse({"error": str(error)}, 400, worker())


@app.get("/")
async def start_page() -> HTMLResponse:
    """Answer with the start page."""
    return HTMLResponse(START_PAGE, headers=worker())


@app.get("/planets/{name}")
async def planet(  # noqa: PLR0913, PLR0917 – the parameters of the request.
    name: str,
    response: Response,
    lon: float = GREENWICH["lon"],
    lat: float = GREENWICH["lat"],
    elevation: float = GREENWICH["elevation"],
    at: str | None = None,
) -> Position:
    """Answer where a planet stands."""
    response.headers.update(worker())
    try:
        return position(name, lon, lat, elevation, at)
    except KeyError:
        raise HTTPException(404, f"no planet is called {name!r}", worker()) from None
    except ValueError as error:
        raise HTTPException(400, str(error), worker()) from error


@app.get("/job")
async def job(response: Response, wait_s: float = 0, burn_s: float = 0) -> Mapping[str, str]:
    """Wait and compute as long as the request says."""
    response.headers.update(worker())
    try:
        asked({"wait_s": str(wait_s), "burn_s": str(burn_s)})
    except ValueError as error:
        raise HTTPException(400, str(error), worker()) from error
    await asyncio.sleep(wait_s)
    burn(burn_s)
    return {"status": "ok"}
