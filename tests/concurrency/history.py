"""A history of clients: their transactions with reads, writes and times.

A register holds a list of tags; a write appends a unique tag. So a list that is read shows its writes and their order.
An update also stores the lists that its WHERE saw, in the same transaction.
"""

from dataclasses import dataclass, field


@dataclass
class Transaction:
    name: str
    begin: float                                 # when the client sent it
    end: float                                   # when the client had the answer
    outcome: str = "done"                        # done; refused: it must have done nothing; unknown
    reads: dict = field(default_factory=dict)    # register: the list that it saw before its own writes
    writes: dict = field(default_factory=dict)   # register: the tags that it appends, in order

    afterwards: dict = field(default_factory=dict)  # register: the list that its last operation saw and left

    def is_update(self):
        return bool(self.writes)


@dataclass
class Violation:
    rule: str
    text: str

    def __str__(self):
        return f"{self.rule}: {self.text}"
