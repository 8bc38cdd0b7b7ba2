"""Sends the queries of a data set to an endpoint, and reports every answer that differs from the expected one."""

import http.client
import time

from answers import read_answer


def differences(expectation, answer):
    """Texts `what: expected ..., found ...`."""
    found = [("rows", expectation.rows, answer.rows)]
    if expectation.bound != "-":
        found.append(("bound", expectation.bound, answer.bound))
    if expectation.hash != "-" and expectation.rows == answer.rows:
        found.append(("hash", expectation.hash, answer.hash()))
    return [f"{what}: expected {wanted}, found {is_}" for what, wanted, is_ in found if wanted != is_]


def judge(endpoint, expectation):
    """The faults in the answer to one query: a list of texts, perhaps empty."""
    try:
        status, content_type, body = endpoint.ask(expectation.text)
    except (OSError, http.client.HTTPException) as error:
        state = "" if endpoint.is_alive() else "; the server has ended"
        return [f"no answer: {type(error).__name__} {error}{state}"]
    message = f"HTTP {status} ({content_type}) {body[:300].decode(errors='replace').strip()}"
    if expectation.unsupported:
        if status == 501 and expectation.unsupported in message:
            return []
        return [f"unsupported.txt expects 501 and '{expectation.unsupported}', found {message}"]
    if status != 200:
        return [f"found {message}"]
    try:
        return differences(expectation, read_answer(content_type, body))
    except (ValueError, KeyError) as error:
        return [f"{error!r} in {message}"]


def wrong_answers(endpoint, expectations):
    """Texts `query: fault`, as they are found. Prints the total time, and the slowest queries."""
    seconds = []
    for expectation in expectations:
        started = time.monotonic()
        complaints = judge(endpoint, expectation)
        seconds.append((time.monotonic() - started, expectation.name))
        yield from (f"{expectation.name}: {complaint}" for complaint in complaints)
        if not endpoint.is_alive():
            yield f"the server has ended:\n{endpoint.said()}"
            break
    slowest = ", ".join(f"{name} {taken:.2f} s" for taken, name in sorted(seconds, reverse=True)[:3])
    total = sum(taken for taken, _ in seconds)
    print(f"{len(seconds)} of {len(expectations)} queries in {total:.1f} s; slowest: {slowest}")
