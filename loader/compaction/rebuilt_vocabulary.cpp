#include "loader/compaction/rebuilt_vocabulary.hpp"

#include <memory>
#include <string>
#include <utility>

#include "base/assert.hpp"
#include "base/failpoint.hpp"
#include "dictionary/vocabulary_builder.hpp"
#include "loader/build/vocabulary_range.hpp"
#include "loader/compaction/window_exchange.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace {

Failpoint before_part("rebuild.vocabulary.before"), after_part("rebuild.vocabulary.after");

// Writes a part to its file.
class PartFile {
 public:
  PartFile(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t part, const KindCounts& first)
      : path_(vocabulary_file_path(generation, part)),
        part_(part),
        file_(folder / path_),
        builder_([this](std::string_view bytes) { file_.write(std::as_bytes(std::span(bytes))); }, first) {}

  void add(HuriKind kind, std::string_view key) { builder_.add(kind, key); }
  ManifestFile finish() {
    builder_.finish();
    return {path_, file_role::kVocabulary, part_, file_.finish()};
  }

 private:
  const std::string path_;
  const std::uint32_t part_;
  AsideFile file_;
  VocabularyBuilder builder_;
};

// Merges the old and inserted terms of a window at the insertion points.
void merge(ShardedWork& work, const Renumbering::RankMaps& ranks, const VocabularyWindow& window,
           WindowExchange& exchange, PartFile& file) {
  auto inserted = exchange.inserted().begin();
  std::uint64_t taken = 0;
  for (std::size_t number = 0; number < kHuriKinds; ++number) {
    const auto kind = static_cast<HuriKind>(number);
    RankRange left = window.insertions[number];
    const auto insert_one = [&] {
      file.add(kind, (inserted++)->record().key());
      ++left.first;
    };
    exchange.for_each_old(kind, window.old_ranks[number], [&](std::uint64_t rank, std::string_view key) {
      while (!left.empty() && ranks[number].point(left.first) <= rank) insert_one();
      file.add(kind, key);
      if (++taken % kPulseTerms == 0) work.pulse(0);
    });
    while (!left.empty()) insert_one();
  }
  QUADRILLE_ASSERT(inserted == exchange.inserted().end(), "a window has the terms that its rank maps say");
}

}  // namespace

std::vector<ManifestFile> rebuild_vocabulary(RebuildWork& work, const Dictionary& dictionary,
                                             std::vector<KindRanges> held, const Renumbering::RankMaps& ranks,
                                             const InsertedTerms& inserted, std::uint64_t window_terms,
                                             pgas::QueryArena& arena, const std::filesystem::path& folder,
                                             std::uint64_t generation) {
  const VocabularyWindows windows(ranks, work.shards(),
                                  work.team().is_one_group() ? VocabularyWindows::kWholePart : window_terms);
  WindowExchange exchange(work, dictionary.vocabulary(), std::move(held), ranks, inserted, windows, arena);
  work.begin("Vocabulary", exchange.rounds());
  std::vector<ManifestFile> files;
  std::unique_ptr<PartFile> file;
  for (std::uint64_t round = 0; round < exchange.rounds(); ++round) {
    const auto window = exchange.fetch(round);
    const std::uint64_t number = round % windows.per_part();  // in its part
    if (window && number == 0) {
      before_part.pass();
      const auto part = static_cast<std::uint32_t>(work.first_shard() + round / windows.per_part());
      file = std::make_unique<PartFile>(folder, generation, part, windows.first_ranks(part));
    }
    if (window) merge(work, ranks, *window, exchange, *file);
    exchange.release();
    if (window && number + 1 == windows.per_part()) {
      files.push_back(file->finish());
      file.reset();
      after_part.pass();
    }
    work.pulse(1);
  }
  return files;
}

}  // namespace quadrille
