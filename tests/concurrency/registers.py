"""Transactions on registers as SPARQL: their texts, and the meaning of their answers.

    <urn:e7:r2> <urn:list> "c1.3,c0.5"          the list of a register, a literal that every append replaces
    <urn:e7:r2> <urn:item> "c1.3", "c0.5"       the same as a set, whose members are never replaced
    <urn:t:c1.3> <urn:saw:2> ""                 the list that the WHERE of an update saw, in graph <urn:notes>
    <urn:t:c1.3> <urn:then:2> "c1.3"            the list that its second operation saw

Registers with odd numbers are in a named graph. Each epoch has its own registers, so that lists stay short.
"""

LISTS, NOTES = "<urn:lists>", "<urn:notes>"


class Registers:
    def __init__(self, epoch, count):
        self.epoch, self.numbers = epoch, range(count)

    def name(self, number):
        return f"<urn:e{self.epoch}:r{number}>"

    def place(self, number, text):
        return f"GRAPH {LISTS} {{ {text} }}" if number % 2 else f"{text} ."

    # --- updates ---

    def begin(self):
        return "INSERT DATA { " + " ".join(
            self.place(number, f'{self.name(number)} <urn:list> ""') for number in self.numbers) + " }"

    def forget(self):
        return " ;\n".join([f"CLEAR SILENT GRAPH {NOTES}", f"CLEAR SILENT GRAPH {LISTS}", "CLEAR DEFAULT"])

    def append(self, name, reads, writes, note="saw"):
        """One operation; `writes`: {register: tag}. It stores the previous lists of all registers of `reads` and `writes`."""
        gone, new, where = [], [], []
        for number in sorted({*reads, *writes}):
            new.append(f"GRAPH {NOTES} {{ <urn:t:{name}> <urn:{note}:{number}> ?v{number} }}")
            where.append(self.place(number, f"{self.name(number)} <urn:list> ?v{number}"))
        for number, tag in sorted(writes.items()):
            gone.append(self.place(number, f"{self.name(number)} <urn:list> ?v{number}"))
            new.append(self.place(number, f'{self.name(number)} <urn:list> ?n{number} ; <urn:item> "{tag}"'))
            where.append(f'BIND(IF(?v{number} = "", "{tag}", CONCAT(?v{number}, ",{tag}")) AS ?n{number})')
        return f"DELETE {{ {' '.join(gone)} }}\nINSERT {{ {' '.join(new)} }}\nWHERE {{ {' '.join(where)} }}"

    def fail(self):
        return f"COPY <urn:no-such-graph> TO {LISTS}"

    # --- queries: each gives (register, list) and (register, item) as rows of ?r ?v ?t, or a row of ?v0 ?v1 ... ---

    def ask_united(self, numbers):
        return "SELECT ?r ?v ?t { " + " UNION ".join(
            f"{{ {self.place(number, '?r <urn:list> ?v')} FILTER(?r = {self.name(number)}) }}"
            for number in numbers) + " }"

    def ask_joined(self, numbers):
        return "SELECT * { " + " ".join(
            self.place(number, f"{self.name(number)} <urn:list> ?v{number}") for number in numbers) + " }"

    def ask_items(self, numbers):
        parts = []
        for number in numbers:
            bound = f"BIND({self.name(number)} AS ?r)"
            parts += [f"{{ {self.place(number, f'{self.name(number)} <urn:list> ?v')} {bound} }}",
                      f"{{ {self.place(number, f'{self.name(number)} <urn:item> ?t')} {bound} }}"]
        return "SELECT ?r ?v ?t { " + " UNION ".join(parts) + " }"

    def ask_all(self):
        return (f"SELECT ?r ?v ?t {{ {{ ?r <urn:list> ?v }} UNION {{ GRAPH {LISTS} {{ ?r <urn:list> ?v }} }} "
                f"UNION {{ ?r <urn:item> ?t }} UNION {{ GRAPH {LISTS} {{ ?r <urn:item> ?t }} }} }}")

    def ask_notes(self):
        return f"SELECT ?t ?p ?v {{ GRAPH {NOTES} {{ ?t ?p ?v }} }}"

    # --- answers ---

    def read(self, rows, numbers, with_items=False):
        """({register: list}, faults)."""
        lists, items = {}, {number: set() for number in numbers}
        for row in rows:
            for name, value in row.items():
                if name in ("r", "t"):
                    continue
                number = int(name[1:]) if name != "v" else self.number_of(row["r"])
                if number in lists:
                    return lists, f"register {number} has two lists: {lists[number]} and {value}"
                lists[number] = tags_of(value)
            if "t" in row:
                items.setdefault(self.number_of(row["r"]), set()).add(row["t"])
        missing = [number for number in numbers if number not in lists]
        if missing:
            return lists, f"registers {missing} have no list"
        torn = [number for number in numbers if with_items and set(lists[number]) != items[number]]
        return lists, "".join(f"register {number} has the list {lists[number]}, but the items {sorted(items[number])}"
                              for number in torn)

    def number_of(self, iri):
        start = self.name(0)[1:-2]
        assert iri.startswith(start), f"{iri} is no register of epoch {self.epoch}"
        return int(iri[len(start):])


def tags_of(value):
    return value.split(",") if value else []


def notes_of(rows):
    """{transaction: ({register: list that it saw}, {register: list that its second operation saw})}."""
    notes = {}
    for row in rows:
        kind, number = row["p"][len("urn:"):].split(":")
        seen = notes.setdefault(row["t"][len("urn:t:"):], ({}, {}))[kind == "then"]
        if int(number) in seen:
            raise AssertionError(f"{row['t']} noted two lists of register {number}: {seen[int(number)]}, {row['v']}")
        seen[int(number)] = tags_of(row["v"])
    return notes
