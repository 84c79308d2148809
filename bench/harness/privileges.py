"""Gives up what exempts root from the limit of processes, and nothing else: root's files stay readable.

Linux exempts a process whose real user is root, and one that may administer the system or exceed its resources.
"""

import ctypes
import os

from bench.harness.counted import tasks
from bench.harness.measure import pause

NOBODY = 65533
"""The real user that root becomes: a number that no system gives to anybody."""
LEFT_S, LOOKS = 0.02, 100
"""How long, and how often, to wait for processes that an earlier trial has left to this user."""
EXEMPTING = (21, 24)
"""``CAP_SYS_ADMIN`` and ``CAP_SYS_RESOURCE``."""
VERSION_3 = 0x20080522
"""Of the records of ``capset``."""
DROP_FROM_BOUNDING_SET = 24
"""``PR_CAPBSET_DROP``: a program that is started later does not get the capability back."""


def become_limited() -> None:
    """Become a user who has no process, for good; raise `OSError` where the system does not let root do that."""
    if not any(wait_for_last() for _ in range(LOOKS)):
        raise OSError(f"user {NOBODY} has processes already")
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in EXEMPTING:
        check(libc.prctl(DROP_FROM_BOUNDING_SET, capability, 0, 0, 0))
    os.setresuid(NOBODY, 0, 0)
    header = (ctypes.c_uint32 * 2)(VERSION_3, 0)
    sets = (ctypes.c_uint32 * 6)()
    check(libc.capget(header, sets))
    for which in (0, 1):
        sets[which] &= ~sum(1 << capability for capability in EXEMPTING)
    check(libc.capset(header, sets))


def wait_for_last() -> bool:
    """Tell whether the user has no process; if there is one, wait before that."""
    if not any(task.user == NOBODY for task in tasks()):
        return True
    pause(LEFT_S)
    return False


def check(result: int) -> None:
    """Raise the error that a call of the system has left."""
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
