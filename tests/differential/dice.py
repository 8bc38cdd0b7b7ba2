"""A random generator with the few methods that random trees need."""

import random


class Dice(random.Random):
    def chance(self, probability):
        return self.random() < probability

    def weighted(self, table):
        """One of the values of [(weight, value), ...]."""
        return self.choices([value for _, value in table], [weight for weight, _ in table])[0]

    def some(self, at_least, at_most, make):
        """A tuple of a random number of things."""
        return tuple(make() for _ in range(self.randint(at_least, at_most)))
