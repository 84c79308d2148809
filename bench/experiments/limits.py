"""Which limit stops the threads? Each is lowered for the trial's own process, and run into."""

from bench.model import Experiment, Figure, Profile, Scenario, Starting

MANY = 10_000
PROCESSES = {"processes": 512}
SPACE = {"address_space_bytes": 4 << 30}
MAPPINGS = {"mappings": 1_000}
FILES = {"open_files": 64}
WAYS = {
    "threads": ("threads", "threads_threading", "start_and_join", 2_000),
    "tasks": ("asyncio tasks", "asyncio_tasks", "create_and_wait", MANY),
    "goroutines": ("goroutines", "go_goroutines", "goroutines", MANY),
    "forked": ("forked processes", "processes_multiprocessing", "start_and_join", 200),
}
"""The plural of each unit, its implementation and workload, and how many are asked for."""
FEW: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 6}
OFTEN: dict[Profile, int] = {"quick": 1, "standard": 2}


def under(way: str, name: str, words: str, limits: dict[str, int], *, stopped: bool = False) -> Scenario:
    """Return so many units under limits; `words` say which, and `stopped` whether they cannot all be started."""
    title, implementation, workload, number = WAYS[way]
    return Scenario(
        id=f"{way}-{name}",
        title=f"{number:,} {title}, {words}",
        tier="like for like",
        implementation=implementation,
        workload=workload,
        conditions=Starting(
            units=number,
            sleeps=1,
            sleep_s=0.5,
            limits=limits,
            stack_bytes=256 * 1024 if name == "small-stacks" else None,
        ),
        headline=name in {"processes", "free"} and way in {"threads", "tasks"},
        may_fail="resource_limit" if stopped else None,
        rounds=OFTEN if (way, name) == ("tasks", "free") else FEW,
    )


EXPERIMENT = Experiment(
    id="limits",
    kind="creation",
    order=7,
    title="Limits",
    question="Which limit stops the threads?",
    answer=(
        "With 512 processes and threads allowed, {reached:threads-processes} threads start beside the first one, and "
        "all {reached:tasks-processes} coroutines that were asked for. In 4 GiB of address space "
        "{reached:threads-space} threads start, and "
        "{reached:tasks-space} coroutines; with 1,000 mappings of memory left it is {reached:threads-mappings} and "
        "{reached:tasks-mappings}."
    ),
    reading=(
        "Of a thread Python says the same whatever the limit, `RuntimeError: can't start new thread`, and the system "
        'itself only "try again" (`EAGAIN`). Which limit it was is found by counting what is in use; the table gives '
        "it with each failure. Every limit is lowered for the process of the trial alone. \n\n"
        "- **Processes and threads of a user** (`ulimit -u`): Linux counts a thread as a process, in all programs of "
        "a user together; root is exempt, so here root becomes somebody else first. To raise it: `nproc` in "
        "`/etc/security/limits.conf`. A service or a container has a limit of its own for the same, `TasksMax` of "
        "systemd or `--pids-limit` of Docker, which is `pids.max` of its control group. \n"
        "- **Address space** (`ulimit -v`): a thread reserves its whole stack, 8 MiB by default, and the first "
        "threads reserve 64 MiB more each for what they allocate. With `threading.stack_size(256 * 1024)`, called "
        "before they are started, {reached:threads-small-stacks} threads fit into the same 4 GiB. \n"
        "- **Mappings of memory** (`vm.max_map_count`): a stack is one and the guard page below it another, so that "
        "the 65,530 which Linux usually allows end at about 32,000 threads, whatever memory there is. A process "
        "cannot lower this limit: the trial uses up all but 1,000 of them beforehand. Only root can raise it, with "
        "`sysctl`. \n"
        "- **Open files** (`ulimit -n`): threads need none, but each process of `multiprocessing` keeps two pipes "
        "open. 64 files end at {reached:forked-files} processes. \n\n"
        "A coroutine or a goroutine is an object in the memory of its process. None of these limits counts it; what "
        "ends it is memory alone. Before you raise a limit, ask whether the threads are needed: a pool of a fixed "
        "size meets none of them."
    ),
    reference="tasks-free",
    placebo="tasks-free",
    scenarios=(
        under("threads", "free", "no limit lowered", {}),
        under("threads", "processes", "512 processes allowed", PROCESSES, stopped=True),
        under("threads", "space", "4 GiB of address space", SPACE, stopped=True),
        under("threads", "small-stacks", "4 GiB of address space, stacks of 256 KiB", SPACE),
        under("threads", "mappings", "1,000 mappings left", MAPPINGS, stopped=True),
        under("threads", "files", "64 open files", FILES),
        under("forked", "processes", "128 processes allowed", {"processes": 128}, stopped=True),
        under("forked", "files", "64 open files", FILES, stopped=True),
        under("tasks", "free", "no limit lowered", {}),
        under("tasks", "processes", "512 processes allowed", PROCESSES),
        under("tasks", "space", "4 GiB of address space", SPACE),
        under("tasks", "mappings", "1,000 mappings left", MAPPINGS),
        under("tasks", "files", "64 open files", FILES),
        under("goroutines", "processes", "512 processes allowed", PROCESSES),
        under("goroutines", "space", "4 GiB of address space", SPACE),
    ),
    figures=(
        Figure(
            id="started",
            form="dots",
            tier="like for like",
            measure="reached",
            title="512 processes allowed: {reached:threads-processes} threads, {reached:tasks-processes} tasks",
            caption=(
                "How many units there were at once when a limit stopped them, or all that were asked for. Each unit "
                "sleeps for 0.5 s."
            ),
        ),
        Figure(
            id="times",
            form="dots",
            tier="like for like",
            title="No limit slows 10,000 tasks: {time:tasks-free} without, {time:tasks-processes} with 512 processes",
            caption="What could start all its units, under each limit; each unit sleeps for 0.5 s.",
        ),
    ),
)
