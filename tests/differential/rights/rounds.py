"""One round: data, users with rights, and what they ask and change. All of it depends on the seed and the number alone.

    Round(run, number).all()

A case is what one user gets for one request. Its name is NUMBER.PART.USER: PART is q (a query), e (EXPLAIN), g (reading graphs),
a (other addresses), j (a job) or w (a write), with a number.
"""

from dataclasses import replace

import addresses
import explaining
import reading
import stores
from case import Case, Outcome
from dataset import GRAPHS
from dice import Dice
from peer import Said
from questions import FIXED, grow_question, grow_questions
from queries import Query
from reading import TOO_MUCH, Request
from report import Finding, quads_of
from servers import PREFIX_MARK
from terms import Blank
from users import TWIN, UNKNOWN, grow_users
from world import grow_world, lines_of, name_of
from writes import Writes
from writing import Change

USERS = 12
QUESTIONS = 40
SESSIONS, WRITES = 8, 6  # users who write, one after the other, and how often each of them does
EXPLAINED = ("plan", "plan", "rules", "profile")


class Round:
    def __init__(self, run, number, part=None):
        """`part`: only this one, such as q12; None: all."""
        self.run, self.number, self.part = run, number, part
        self.ours, self.oracle = run.ours, run.oracle
        dice = self.dice("data")
        self.world = grow_world(dice)
        named = {name_of(quad.graph) for quad in self.world.all() if quad.graph and not isinstance(quad.graph, Blank)}
        self.graphs = sorted(named.union(graph.full() for graph in GRAPHS))
        self.users = grow_users(dice, USERS, self.graphs, f"u{run.seed}.{number}")
        self.of_users = self.ours.of_users(self.users)
        self.parts = [self.world.part(user.read) for user in self.users]
        self.forbidden = [self._forbidden(user, part) for user, part in zip(self.users, self.parts)]
        self.limited = [place for place, user in enumerate(self.users) if not (user.read.is_none() or user.read.is_all())]
        self.twin = dice.choice(self.limited) if self.limited and self.world.terms else None

    def dice(self, part):
        return Dice(f"{self.run.seed}.{self.number}.{part}")

    def all(self):
        """Ends earlier if the time of the run is over."""
        self._load()
        for place in range(QUESTIONS):
            if not self.run.is_over():
                self._question(place)
        self._graphs()
        self._addresses()
        if self.part is None or self.part[0] == "w":
            self._sessions()

    def _is_left_out(self, part):
        return self.part not in (None, part)

    # --- data ---

    def _load(self):
        self.ours.admit(self.users)
        self.ours.fill("", self.world.first_lines(), self.world.late_lines(), self.world.folded)
        if self.twin is not None:
            part = replace(self.parts[self.twin], terms=self.world.terms)
            self.ours.fill(f"/{TWIN}", part.first_lines(), part.late_lines(), self.world.folded)
        self.names = []  # of the database of the oracle for each user
        known = {}
        for part in self.parts:
            quads = frozenset(part.all())
            if quads not in known:
                known[quads] = f"part{len(known)}"
                self.oracle.fill(known[quads], lines_of(part.all()))
            self.names.append(known[quads])

    def _forbidden(self, user, part):
        """Texts that no answer to the user may have."""
        readable = lines_of(part.all())
        marks = [mark for mark in self.world.marks if mark not in readable]
        return marks if user.read.is_all() else [*marks, PREFIX_MARK]

    def _revealed(self, place, asked, *answers):
        """A text if an answer to a user has a mark of what he cannot read and his request does not name."""
        for answer in answers:
            text = answer.head + answer.body.decode(errors="replace")
            for mark in self.forbidden[place]:
                if mark in text and mark not in asked:
                    return "a prefix of files is revealed" if mark == PREFIX_MARK else "a term is revealed"
        return None

    # --- queries ---

    def _question(self, number):
        if self._is_left_out(f"q{number}") and self._is_left_out(f"e{number}"):
            return
        dice = self.dice(f"q{number}")
        is_family = self.run.given.prepared or dice.chance(0.15)
        question = (grow_questions if is_family else grow_question)(dice, self.world)
        queries = list(question.queries()) if is_family else [question]
        for query in queries:
            self._ask_all(f"q{number}", query, dice.sample(range(USERS), USERS))
        if is_family:
            self.run.note_prepared(self.of_users[dice.randrange(USERS)], queries[-1])
        if self.limited:
            place = dice.choice(self.limited) if self.twin is None else self.twin
            query = queries[-1].based() if is_family else question  # no estimates of what has been prepared
            self._explain(f"e{number}", query, place, dice.choice(EXPLAINED))

    def _ask_all(self, part, query, places):
        request, answers = Request(query), {}
        for place in places:
            of_user, name = self.of_users[place], self.names[place]
            request.send(of_user, of_user.path)
            if name not in answers:
                request.send_whole(self.oracle.owner, f"/{name}")
                answers[name] = self.oracle.owner.receive()
            ours = of_user.receive()
            found = reading.difference(query, of_user.user, ours, answers[name]) or self._revealed(place, "", ours)
            case = Case(self.world.all(), query, self.world.folded)
            if self._note("queries", part, place, found, query, ours, answers[name], case, self._query_again(place)):
                self._load()

    def _query_again(self, place):
        def run(case):
            of_user = self.of_users[place]
            self.ours.fill("", case.lines(), folded=case.folded)
            self.oracle.fill("small", lines_of(quad for quad in case.quads if of_user.user.read.holds(name_of(quad.graph))))
            request = Request(case.question)
            request.send(of_user, of_user.path)
            ours = of_user.receive()
            request.send_whole(self.oracle.owner, "/small")
            theirs = self.oracle.owner.receive()
            found = (self._fault(ours) or reading.difference(case.question, of_user.user, ours, theirs)
                     or self._revealed(place, "", ours))
            return Outcome("difference", found or "", reading.said(ours, case.question), reading.said(theirs, case.question))

        return run

    def _explain(self, part, query, place, kind):
        found, ours, twin = self._explained(query, place, kind)
        case = Case(self.world.all(), query, self.world.folded)
        asked = f"explain={kind} {query.request_text()}"
        if self._note("explanations", part, place, found, asked, ours, twin, case, self._explain_again(place, kind)):
            self._load()

    def _explained(self, query, place, kind):
        """(difference, the plan of the user, and that of the twin if there is one)"""
        of_user = self.of_users[place]
        ours = explaining.ask(of_user, query, "", kind)
        twin = None if self.twin is None else explaining.ask(of_user, query, f"/{TWIN}", kind)
        found = explaining.difference(kind, query, ours, twin, len(self.parts[place].all())) or self._revealed(place, "", ours)
        return found, explaining.outline(ours), explaining.outline(twin)

    def _explain_again(self, place, kind):
        def run(case):
            reads = self.users[place].read.holds
            self.ours.fill("", case.lines(), folded=case.folded)
            readable = [quad for quad in case.quads if reads(name_of(quad.graph))]
            self.ours.fill(f"/{TWIN}", lines_of([*readable, *self.world.terms]), folded=case.folded)
            found, ours, twin = self._explained(case.question, place, kind)
            said = [Said("refused", one and one.text()) for one in (ours, twin)]
            return Outcome("difference", self._fault(ours) or found or "", *said)

        return run

    # --- graphs and other addresses ---

    def _graphs(self):
        for number, path in enumerate(stores.paths([*self.graphs, UNKNOWN])):
            if self._is_left_out(f"g{number}"):
                continue
            dice = self.dice(f"g{number}")
            for place in dice.sample(range(USERS), 4):
                method, accept = dice.choice(("GET", "GET", "HEAD")), dice.choice(stores.FORMATS)
                of_user = self.of_users[place]
                ours = stores.ask(of_user, method, of_user.path + path, accept)
                theirs = stores.ask(self.oracle.owner, method, f"/{self.names[place]}{path}", accept)
                found = stores.difference(method, of_user.user, ours, theirs) or self._revealed(place, path, ours)
                self._note("reads of graphs", f"g{number}", place, found, f"{method} {path} as {accept}", ours, theirs)

    def _addresses(self):
        for number, path in enumerate(addresses.STATES):
            if self._is_left_out(f"a{number}"):
                continue
            place = self.dice(f"a{number}").randrange(USERS)
            ours = self.of_users[place].request("GET", path)
            counts = [len(set(world.all())) for world in (self.parts[place], self.world)]
            found = self._revealed(place, "", ours) or addresses.shown_quads(ours, *counts)
            self._note("other addresses", f"a{number}", place, found, f"GET {path}", ours, None)
        if not self._is_left_out("j0"):
            self._job()

    def _job(self):
        dice = self.dice("j0")
        place, other = dice.sample(range(USERS), 2)
        query = Query(dice.choice(FIXED))
        Request(query).send_whole(self.oracle.owner, f"/{self.names[place]}")
        theirs = self.oracle.owner.receive()
        job = addresses.Job(self.of_users[place], query)
        answers = job.answers()
        found = (reading.difference(query, self.users[place], answers[-1], theirs) or self._revealed(place, "", *answers)
                 or job.seen_by(self.of_users[other]))
        self._note("jobs", "j0", place, found, query, answers[-1], theirs)

    # --- writes ---

    def _sessions(self):
        writers = [place for place, user in enumerate(self.users) if not user.write.is_none()]
        for number in range(SESSIONS):
            dice = self.dice(f"w{number}")
            if number and dice.chance(0.15):
                self.ours.owner.expect("POST", f"/admin/compact?kind={dice.choice(('merge', 'rebuild'))}")
            place = dice.choice(writers if writers and dice.chance(0.9) else range(USERS))
            change = Change(self.ours, self.oracle, "changed", self.of_users[place])
            readable = change.before.part(self.users[place].read.holds).text()
            self.forbidden[place] = [mark for mark in self.forbidden[place] if mark not in readable]
            writes = Writes(dice, self.world, self.users[place], self.run.documents)
            for _ in range(WRITES):
                before, write = change.before, writes.grow()
                result = change.run(write)
                found = result.difference or self._revealed(place, "", result.ours)
                case = Case(quads_of(before.rows), write)
                if self._note("writes", f"w{number}", place, found, write, result.ours, result.theirs, case,
                              self._write_again(place)):
                    return
            if self.part == f"w{number}" or self.run.is_over():
                return

    def _write_again(self, place):
        def run(case):
            self.ours.fill("", case.lines())
            result = Change(self.ours, self.oracle, "small", self.of_users[place]).run(case.question)
            found = self._fault(result.ours) or result.difference or self._revealed(place, "", result.ours)
            return Outcome("difference", found or "", *result.said())

        return run

    def _fault(self, answer):
        """LOAD of a file that is missing has this status, too."""
        return "a fault" if answer.status == 500 and b"LOAD" not in answer.body else None

    def _note(self, kind, part, place, found, asked, ours, theirs, case=None, again=None):
        """`found`: the difference, TOO_MUCH, or None. Returns True if the databases have other data afterwards."""
        found = self._fault(ours) or found
        self.run.count(kind, ours.status, found == TOO_MUCH)
        if not found or found == TOO_MUCH:
            return False
        name = f"{self.number}.{part}.{place}"
        self.run.report(Finding(name, self.users[place], found, asked, ours, theirs, case, again))
        return again is not None
