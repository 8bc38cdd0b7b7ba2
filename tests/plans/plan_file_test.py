#!/usr/bin/env python3
"""A change of a plan is reported, and nothing else."""

import unittest

from chosen_plans import Plans, read
from plan_file import differences, plan_file_text

SCAN, JOIN = "Project  ?x\n`- IndexScan  ?x a <t>", "Project  ?x\n`- HashJoin inner  on ?x"
EXPLAINED = """plan on 1 image of 2, generation 1, version 0
parse 0.627 ms, plan 0.245 ms

estimated  operator
       10  Project  ?x
      523  `- IndexScan  ?x a <t>
"""


def file_of(**trees):
    return plan_file_text("some", {name: Plans({"1 image": one, "2 images": two}) for name, (one, two) in trees.items()})


class PlanFile(unittest.TestCase):
    def test_the_same_plans_do_not_differ(self):
        self.assertEqual(differences(file_of(q1=(SCAN, JOIN)), file_of(q1=(SCAN, JOIN)), "some.plans"), "")

    def test_equal_plans_of_several_places_stand_there_once(self):
        self.assertIn("on 1 image; 2 images\n" + SCAN + "\n", file_of(q1=(SCAN, SCAN)))

    def test_a_changed_plan_is_told_with_its_query(self):
        told = differences(file_of(q1=(SCAN, JOIN), q2=(SCAN, SCAN)), file_of(q1=(SCAN, JOIN), q2=(JOIN, JOIN)), "some.plans")
        self.assertIn("query q2", told)
        self.assertIn("-`- IndexScan  ?x a <t>", told)
        self.assertIn("+`- HashJoin inner  on ?x", told)
        self.assertNotIn("query q1", told)

    def test_queries_that_came_and_went_are_told(self):
        told = differences(file_of(q1=(SCAN, SCAN)), file_of(q2=(SCAN, SCAN)), "some.plans")
        self.assertIn("query q1", told)
        self.assertIn("query q2", told)

    def test_a_plan_that_is_expected_elsewhere_is_told(self):
        self.assertIn("+on 2 images", differences(file_of(q1=(SCAN, SCAN)), file_of(q1=(SCAN, JOIN)), "some.plans"))

    def test_estimates_are_left_out(self):
        self.assertEqual(read(EXPLAINED), ("1 image of 2", SCAN, 0.245))

    def test_a_plan_with_something_kept_from_before_is_refused(self):
        for kept in (EXPLAINED.replace("0.627 ms", "0.004 ms (prepared)"),
                     EXPLAINED.replace("0.245 ms", "0.012 ms (1 cached join order)")):
            with self.assertRaises(RuntimeError):
                read(kept)


if __name__ == "__main__":
    unittest.main()
