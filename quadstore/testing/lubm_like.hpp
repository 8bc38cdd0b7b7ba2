#pragma once

// LubmLike makes rows with the structure of LUBM, and runs of them, for benchmarks.

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "quadstore/quad.hpp"
#include "quadstore/run.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/sort_rows.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille::detail {

enum Predicate : std::uint64_t { advisor, degree_from, email, member_of, name_is, takes_course, telephone, type };

// Departments have 600 people and 90 courses; the ids of a department are neighbours, as sorted IRIs are.
class LubmLike {
 public:
  std::vector<TripleRow> rows(std::uint64_t departments) {
    std::vector<TripleRow> rows;
    for (std::uint64_t department = 0; department < departments; ++department) {
      const std::uint64_t first = 1000 + department * 700;
      const Huri itself = iri(first);
      for (std::uint64_t person = 0; person < 600; ++person) {
        const auto add = [&](Predicate predicate, Huri object) {
          rows.push_back({iri(first + 91 + person), iri(100 + predicate), object});
        };
        const bool professor = person < 35, graduate = person >= 35 && person < 160;
        add(type, iri(professor ? 201 : graduate ? 202 : 203));
        add(member_of, itself);
        add(name_is, text(1'000'000 + person));
        add(email, text(2'000'000 + department * 600 + person));
        add(telephone, text(999'999));
        if (professor || graduate) add(degree_from, iri(300 + random_() % 500));
        if (graduate || person % 5 == 0) add(advisor, iri(first + 91 + random_() % 35));
        for (int i = 0; i < 3 && !professor; ++i) add(takes_course, iri(first + 1 + random_() % 90));
      }
    }
    return rows;
  }

 private:
  std::mt19937_64 random_{7};
};

inline std::vector<TripleRow> shard_rows(std::uint64_t departments, Permutation permutation) {
  constexpr std::uint32_t kShards = 8;
  const std::size_t key = sharding_side(permutation) == ShardingSide::subject ? 0 : 2;
  std::vector<TripleRow> rows = LubmLike().rows(departments);
  std::erase_if(rows, [&](const TripleRow& row) { return shard_of(row[key], kShards) != ShardId(1); });
  std::vector<TripleRow> scratch(rows.size());
  sort_rows<3>(rows, scratch, positions(permutation));
  rows.resize(remove_duplicates<3>(rows));
  return rows;
}

inline std::vector<std::byte> build(Permutation permutation, const std::vector<TripleRow>& rows) {
  RunBuilder builder(permutation);
  const auto order = positions(permutation);
  for (const TripleRow& row : rows) {
    const Huri columns[] = {row[index(order[0])], row[index(order[1])], row[index(order[2])]};
    builder.append(columns);
  }
  return builder.finish();
}

struct BuiltRun {
  explicit BuiltRun(Permutation permutation, std::uint64_t departments = 400)
      : rows(shard_rows(departments, permutation)),
        bytes(build(permutation, rows)),
        view(bytes, permutation, "bench") {}
  std::vector<TripleRow> rows;
  std::vector<std::byte> bytes;
  RunView view;
};

}  // namespace quadrille::detail
