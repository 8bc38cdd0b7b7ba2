#!/usr/bin/env python3
"""Each house rule finds its violations, and accepts everything else."""

import json
import os
import tempfile
import unittest
from pathlib import Path

import arrows
import boundary
import comments
import copies
import costs
import documents
import files
import folders
import headers
import scripts
import sizes
import wording
from tree import Tree


class Rules(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def tree(self, **files):
        """A tree of files; `__` in a name means a slash, `_dot_` a dot."""
        names = []
        for key, text in files.items():
            name = key.replace("__", "/").replace("_dot_", ".")
            path = Path(self.folder.name, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            names.append(name)
        return Tree(self.folder.name, names)

    def broken(self, rule, **files):
        return list(rule.violations(self.tree(**files)))

    def test_arrows_point_down(self):
        self.assertEqual(self.broken(arrows, query__plan__a_dot_cpp='#include "pgas/team.hpp"\n'), [])
        self.assertEqual(len(self.broken(arrows, pgas__a_dot_cpp='#include "query/plan/planner.hpp"\n')), 1)
        self.assertEqual(len(self.broken(arrows, parser__a_dot_cpp='#include "pgas/team.hpp"\n')), 1)

    def test_quadstore_knows_huris_and_nothing_else_of_the_dictionary(self):
        self.assertEqual(self.broken(arrows, quadstore__a_dot_cpp='#include "dictionary/huri.hpp"\n'), [])
        self.assertEqual(len(self.broken(arrows, quadstore__a_dot_cpp='#include "dictionary/terms.hpp"\n')), 1)

    def test_operators_have_no_snapshot(self):
        self.assertEqual(self.broken(boundary, query__index__a_dot_cpp="// Of a Snapshot.\nrun_of(data, path, shard);\n"), [])
        self.assertEqual(self.broken(boundary, server__a_dot_cpp="Snapshot seen;\n"), [])
        for code in ("const Snapshot& all;", "GraphView::all(x)", "StateContext& context;", "data.default_graph()", "run_to_filter(a)"):
            self.assertEqual(len(self.broken(boundary, query__index__a_dot_cpp=code + "\n")), 1, code)

    def test_rooms_within_rooms_have_arrows_and_public_headers(self):
        lists = {"query__index__CMakeLists_dot_txt": "quadrille_library(query_index\n  SOURCES a.cpp\n  PUBLIC look.hpp\n  DEPENDS base)\n"}
        using = {"query__joins__a_dot_cpp": '#include "query/index/look.hpp"\n'}
        self.assertEqual(self.broken(arrows, **lists, **using), [])
        hidden = {"query__joins__b_dot_cpp": '#include "query/index/other.hpp"\n'}
        self.assertEqual(len(self.broken(arrows, **lists, **using, **hidden)), 1)
        self.assertEqual(len(self.broken(arrows, **lists)), 1, "nobody includes what is public")
        upwards = {"query__index__a_dot_cpp": '#include "query/joins/hash_join.hpp"\n'}
        self.assertEqual(len(self.broken(arrows, **lists, **using, **upwards)), 1)

    def test_constants_of_costs_are_in_one_table(self):
        constant = "constexpr double kRow = 2;"
        self.assertEqual(len(self.broken(costs, query__plan__order__a_dot_cpp=constant)), 1)
        self.assertEqual(len(self.broken(costs, query__index__a_dot_cpp="constexpr std::size_t kA = 2, kB = 1 << 3;")), 2)
        self.assertEqual(self.broken(costs, query__table__a_dot_cpp=constant), [])
        self.assertEqual(self.broken(costs, query__joins__owner_matches_dot_cpp="constexpr int kBytes = 48;"), [])
        literals = "if (a < 7 || b * 0.5 > c) return x[8] + 3 * d;  // a < 9"
        self.assertEqual(len(self.broken(costs, query__plan__a_dot_cpp=literals, query__index__b_dot_cpp=literals)), 2)
        table = "inline constexpr int kA = 1;  // {}\n"
        for reason in ("[margin]", "[fact: x.hpp]", "[not measured: a machine]", "[build]"):
            files = {"query__plan__cost__costs_dot_hpp": table.format(reason), "bench__cost__cost_command_dot_cpp": '{"build"}'}
            self.assertEqual(self.broken(costs, **files), [], reason)
        for reason in ("", "[merge]"):
            self.assertEqual(len(self.broken(costs, query__plan__cost__costs_dot_hpp=table.format(reason))), 1, reason)

    def test_files_are_where_they_belong(self):
        built = {"base__CMakeLists_dot_txt": "quadrille_library(base SOURCES a.cpp detail/b.cpp)\n"}
        self.assertEqual(self.broken(files, **built, base__a_dot_cpp="", base__detail__b_dot_cpp="", README_dot_md=""), [])
        self.assertEqual(len(self.broken(files, **built, base__other_a_dot_cpp="")), 1, "not built")
        self.assertEqual(len(self.broken(files, q_dot_rq="")), 1, "at the root")
        self.assertEqual(len(self.broken(files, things__a_dot_txt="")), 1, "an unknown folder")
        self.assertEqual(len(self.broken(files, base__key_test_dot_hpp="")), 1, "no test")
        tests = {"base__CMakeLists_dot_txt": "quadrille_test(base_test SOURCES a_test.cpp)\n"}
        self.assertEqual(self.broken(files, **tests, base__a_test_dot_cpp="TEST(A, Is) {}\n"), [])

    def test_comments_are_left_alone_and_not_too_long(self):
        self.assertEqual(self.broken(comments, _dot_clang_minus_format="", base__a_dot_cpp="// " + "x" * 117 + "\n"), [])
        self.assertEqual(len(self.broken(comments, base__a_dot_cpp="  // " + "x" * 116 + "\n")), 1)

    def test_functions_and_classes_are_small(self):
        long = "int f(int a) {\n" + "  a += 1;  // {\n" * 59 + "  return a;\n}\n"
        self.assertEqual(len(self.broken_sizes(base__a_dot_cpp=long)), 1)
        self.assertEqual(self.broken_sizes(base__a_dot_cpp=long.replace("  a += 1;  // {\n", "", 2)), [])
        members = "".join(f"  int a{n}_ = {{}};\n" for n in range(16))
        large = "class A {\n public:\n  int f() const { return 1; }\n  void g();\n\n private:\n" + members + "};\n"
        self.assertEqual(len(self.broken_sizes(base__a_dot_hpp=large)), 1)
        self.assertEqual(self.broken_sizes(base__a_dot_hpp=large.replace("  int a0_ = {};\n", "")), [])
        pairs = "class A {\n" + "".join(f"  std::map<int, B> a{n}_, b{n}_ = {{1, 2}};\n" for n in range(8)) + "};\n"
        self.assertEqual(len(self.broken_sizes(base__a_dot_hpp=pairs)), 1)
        self.assertEqual(self.broken_sizes(base__a_dot_hpp=pairs.replace(", b0_", "")), [])

    def broken_sizes(self, **named):
        return [line for line in self.broken(sizes, **named) if "sizes.txt" not in line]

    def test_details_stay_in_their_folder(self):
        self.assertEqual(self.broken(arrows, query__plan__a_dot_cpp='#include "query/plan/detail/hash.hpp"\n'), [])
        self.assertEqual(len(self.broken(arrows, query__plan__a_dot_cpp='#include "pgas/detail/futex.hpp"\n')), 1)

    def test_includes_are_written_from_the_root(self):
        self.assertEqual(len(self.broken(arrows, base__a_dot_cpp='#include "b.hpp"\n', base__b_dot_hpp="")), 1)
        self.assertEqual(self.broken(arrows, parser__a_dot_cpp='#include "SparqlParser.h"\n'), [])

    def test_only_tests_use_what_tests_share(self):
        self.assertEqual(self.broken(arrows, base__a_test_dot_cpp='#include "tests/support/sha256.hpp"\n'), [])
        self.assertEqual(len(self.broken(arrows, base__a_dot_cpp='#include "tests/support/sha256.hpp"\n')), 1)

    def test_a_room_needs_a_place_in_the_design(self):
        self.assertEqual(len(self.broken(arrows, cellar__a_dot_cpp="")), 1)

    def test_empty_spans_are_not_copied_by_memcpy(self):
        for bad in ("std::memcpy(to, from, bytes);", "std::memcpy(to.data(), from.data(), std::min(from.size(), sizeof to));"):
            self.assertEqual(len(self.broken(copies, base__a_dot_cpp=bad)), 1, bad)
        for good in ("std::memcpy(&to, &from, sizeof to);", "std::memcpy(to, f(a, b), kWideBytes);", "copy_bytes(to, from, bytes);"):
            self.assertEqual(self.broken(copies, base__a_dot_cpp=good), [], good)

    def test_folders_have_a_page_and_a_list(self):
        self.assertEqual(len(self.broken(folders, base__a_dot_cpp="")), 2)
        page = {"base__README_dot_md": "", "base__CMakeLists_dot_txt": ""}
        self.assertEqual(self.broken(folders, base__a_dot_cpp="", base__detail__b_dot_hpp="", **page), [])

    def test_names_say_something(self):
        self.assertEqual(len(self.broken(folders, docs__string_utils_dot_md="")), 1)
        self.assertEqual(self.broken(folders, docs__utility_dot_md=""), [])

    def test_wording(self):
        for bad in ("see /ro" + "ot/x", "TO" + "DO: later", "https://deb.ex" + "ample.org/x", "py" + "pi.org"):
            self.assertEqual(len(self.broken(wording, a_dot_md=bad)), 1, bad)
        for good in ("work/root/x", "${x}/work/", "Todo lists", "http://example.org/root/x", "../shared"):
            self.assertEqual(self.broken(wording, a_dot_md=good), [], good)

    def test_links_lead_somewhere(self):
        self.assertEqual(len(self.broken(documents, docs__a_dot_md="[b](b.md)")), 1)
        self.assertEqual(self.broken(documents, docs__a_dot_md="[b](b.md#x) [c](http://c) [d](#d)", docs__b_dot_md=""), [])

    def test_scripts_open_with_what_they_do(self):
        tree = self.tree(go="#!/bin/bash\nset -e\n", well="#!/bin/bash\n# Does something.\nset -e\n")
        os.chmod(tree.root / "go", 0o755)
        os.chmod(tree.root / "well", 0o755)
        self.assertEqual(len(list(scripts.violations(tree))), 1)
        os.chmod(tree.root / "well", 0o644)
        self.assertEqual(len(list(scripts.violations(tree))), 2)

    def test_scripts_are_valid(self):
        tree = self.tree(go="#!/bin/bash\n# Does something.\nif\n")
        os.chmod(tree.root / "go", 0o755)
        self.assertEqual(len(list(scripts.violations(tree))), 1)

    def test_headers_compile_alone(self):
        tree = self.tree(base__a_dot_cpp='#include "base/proven.hpp"\n', base__proven_dot_hpp="not c++",
                         base__good_dot_hpp="#pragma once\ninline int one() { return 1; }\n",
                         base__bad_dot_hpp="#pragma once\nstd::string name();\n")
        command = f"c++ -I{tree.root} -MD -MT a.o -MF a.d -o a.o -c {tree.root}/base/a.cpp"
        entry = {"directory": str(tree.root), "file": str(tree.root / "base/a.cpp"), "command": command}
        Path(tree.root, "compile_commands.json").write_text(json.dumps([entry]))
        broken = list(headers.violations(tree, tree.root))
        self.assertEqual([text.split(":")[0] for text in broken], ["base/bad.hpp"])


if __name__ == "__main__":
    unittest.main()
