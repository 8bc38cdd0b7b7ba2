"""What a user gets at other addresses: no figure of all data, and no job of others."""

import json

from questions import accepted, form_of
from reading import FORM

STATES = ("/", "/health", "/ready", "/sparql", "/rules", "/rules/status", "/rules/none", "/algorithms", "/jobs", "/admin/queries",
          "/admin/databases", "/admin/databases/notes", "/admin/settings", "/admin/log?lines=1000", "/metrics", "/notes/health",
          "/why?quad=<http://test.example/a>+<http://test.example/p>+<http://test.example/b>+.", "/nowhere", "/twin/health")


def shown_quads(answer, readable, all_quads):
    """A text if the answer has the number of all quads. `readable`: that of those that the user can read."""
    if readable == all_quads or not answer.is_good():
        return None
    try:
        told = json.loads(answer.body)
    except ValueError:
        return None
    return "the number of all quads is shown" if all_quads in _numbers(told, "quads") else None


def _numbers(value, name):
    if isinstance(value, dict):
        found = [value[name]] if isinstance(value.get(name), int) else []
        return found + [number for one in value.values() for number in _numbers(one, name)]
    return [number for one in value for number in _numbers(one, name)] if isinstance(value, list) else []


class Job:
    """A query that a user starts as a job."""

    def __init__(self, of_user, query):
        self.of_user, self.query = of_user, query
        self.begun = of_user.request("POST", f"{of_user.path}/jobs", form_of(query), {**FORM, "Accept": accepted(query)})
        self.place = self.begun.header("Location")

    def answers(self):
        """All up to the result, which is the last one."""
        answers = [self.begun]
        if self.place:
            answers += [self.of_user.request("GET", f"{self.place}?wait=20"), self.of_user.request("GET", f"{self.place}/result")]
        return answers

    def seen_by(self, other):
        """A text if another user can see it."""
        if not self.place:
            return None
        for path in (self.place, f"{self.place}/result"):
            status = other.request("GET", path).status
            if status not in (403, 404):
                return f"the job of another user: status {status}"
        listed = other.request("GET", "/jobs")
        return "the job of another user is listed" if self.place.rpartition("/")[2] in listed.body.decode() else None
