#include "loader/check/check_database.hpp"

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/copy_bytes.hpp"
#include "loader/check/check_report.hpp"
#include "loader/check/check_tables.hpp"
#include "loader/check/check_vocabulary.hpp"
#include "loader/database/dump.hpp"
#include "loader/database/find_term.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

void check_file(const fs::path& path, const FileSeal& seal) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error) fail(ErrorKind::io, "{}: {}; {}", path.string(), error.message(), kRestoreFile);
  if (size != seal.size_bytes) {
    fail(ErrorKind::io, "{}: {} bytes, but the manifest has {}; {}", path.string(), size, seal.size_bytes,
         kRestoreFile);
  }
  if (checksum(MappedFile(path).bytes()) != seal.checksum) {
    fail(ErrorKind::io, "{}: the checksum differs from the manifest's; {}", path.string(), kRestoreFile);
  }
}

void check_runs(DatabaseCheck& check, const Generation& generation) {
  pgas::Team& team = check.team();
  const int runs = generation.manifest().triple_terms() > 0 ? kPermutations : kGraphPermutations;
  check.step("runs: blocks, order, places", "runs", [&](CheckFinds& finds) {
    for (const ShardId shard : shards_of_member(team.rank(), team.size(), generation.shards())) {
      if (finds.attempt([&] { generation.check(shard); })) finds.looked_at(runs);
    }
  });
}

// Checks that terms of updates are not in the base (V2 of delta_vocabulary.hpp), in the parts that are open here.
void check_delta_terms(DatabaseCheck& check, const Dictionary& dictionary, const DeltaVocabulary& delta) {
  check.step("terms of updates", "terms", [&](CheckFinds& finds) {
    const std::uint64_t image_size = delta.size(delta.image());
    for (std::uint32_t part = delta.first_part(delta.image()); part < delta.end_part(delta.image()); ++part) {
      const std::uint64_t size = delta.size_at(part, image_size);
      for (std::uint64_t number = 0; number < size; ++number) {
        const TermView term = delta.at(part, number).term;
        const Huri found = dictionary.find(term);
        if (found.is_unbound() || found.is_volatile()) continue;  // a merge takes triple terms into the base's table
        std::string text;
        append_ntriples(text, term);
        finds.damage(fmt::format("term {} of part {} of the terms of updates is in the vocabulary too: {}; {}", number,
                                 part, text, kRestoreFile));
      }
      finds.looked_at(size);
    }
  });
}

void check_numbers(CheckFinds& finds, const Generation& generation) {
  const Manifest& manifest = generation.manifest();
  const Statistics& statistics = generation.statistics();
  const auto compare = [&](const char* graphs, std::uint64_t told, std::uint64_t counted) {
    if (told == counted) return;
    finds.damage(fmt::format("{}: {} quads in {}, but the statistics have {}; {}",
                             manifest_path(generation.folder()).string(), told, graphs, counted, kRestoreFile));
  };
  compare("the default graph", manifest.default_quads, statistics.default_graph.rows());
  compare("named graphs", manifest.named_quads, statistics.named_graphs.rows());
  const Statistics& inferred = generation.statistics(View::inferred);
  compare("both that follow by rules alone", manifest.inferred_quads,
          inferred.default_graph.rows() + inferred.named_graphs.rows());
}

// The tables of all views that have some.
void check_all_tables(DatabaseCheck& check, const Snapshot& base) {
  constexpr std::array<std::pair<View, const char*>, kViews> kNames{{{View::all, "the base"},
                                                                     {View::closure, "the base's closure"},
                                                                     {View::stated, "the base's stated quads"},
                                                                     {View::inferred, "the base's inferred quads"}}};
  for (const auto& [view, name] : kNames) {
    if (base.generation().tables().has(view)) check_tables(check, name, base.in(view));
  }
}

}  // namespace

void check_files(DatabaseCheck& check, const fs::path& folder, const Manifest& manifest) {
  pgas::Team& team = check.team();
  check.step("files: sizes and checksums", "bytes", [&](CheckFinds& finds) {
    for (std::size_t file = 0; file < manifest.files.size(); ++file) {
      if (file % static_cast<std::size_t>(team.size()) != static_cast<std::size_t>(team.rank())) continue;
      const ManifestFile& its = manifest.files[file];
      if (finds.attempt([&] { check_file(folder / its.path, its.seal); })) finds.looked_at(its.seal.size_bytes);
    }
  });
}

void check_database(DatabaseCheck& check, const Database& database, const DeltaVocabulary& delta) {
  const Generation& generation = database.generation();
  check_runs(check, generation);
  check_vocabulary(check, database);
  check_delta_terms(check, database.dictionary(), delta);
  const Snapshot base(generation, generation.manifest().version, nullptr);
  const Manifest& manifest = generation.manifest();
  check_quads(check, "the base", base,
              known_terms(check.team(), generation, database.dictionary(), delta, manifest.blank_nodes));
  check_all_tables(check, base);
  check.step("numbers of quads", "numbers", [&](CheckFinds& finds) {
    if (!check.team().is_first()) return;
    check_numbers(finds, generation);
    finds.looked_at(3);
  });
}

namespace {

// The numbers of all members, in their order.
std::vector<std::uint64_t> gathered(pgas::Team& team, const std::vector<std::uint64_t>& mine) {
  std::vector<std::uint64_t> all;
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(std::uint64_t));
  for (const std::string& theirs : team.all_gather_bytes(bytes)) {
    const std::size_t before = all.size();
    all.resize(before + theirs.size() / sizeof(std::uint64_t));
    copy_bytes(all.data() + before, theirs.data(), theirs.size());
  }
  return all;
}

}  // namespace

KnownTerms known_terms(pgas::Team& team, const Generation& generation, const Dictionary& dictionary,
                       const DeltaVocabulary& delta, std::uint64_t blank_nodes) {
  KnownTerms terms;
  terms.same_as = find_in_team(team, dictionary, &delta, TermView::iri("http://www.w3.org/2002/07/owl#sameAs"));
  terms.of_kind = generation.manifest().terms_of_kind;
  terms.blank_nodes = blank_nodes;
  std::vector<std::uint64_t> mine, triples;
  const std::uint64_t image_size = delta.size(delta.image());
  for (std::uint32_t part = delta.first_part(delta.image()); part < delta.end_part(delta.image()); ++part) {
    mine.push_back(delta.size_at(part, image_size));
  }
  for (const ShardId shard : shards_of_member(team.rank(), team.size(), generation.shards())) {
    triples.push_back(generation.run(Permutation::spot, shard).rows());
  }
  terms.delta = gathered(team, mine);
  terms.triples = gathered(team, triples);
  return terms;
}

}  // namespace quadrille
