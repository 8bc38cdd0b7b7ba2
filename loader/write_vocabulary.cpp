#include "loader/write_vocabulary.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "dictionary/vocabulary_builder.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kPulseTerms = 1 << 14;
constexpr std::size_t kPrefetchDistance = 8;

}  // namespace

ManifestFile write_vocabulary(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range,
                              const MergedRange& merged, KindCounts first_ranks,
                              const std::function<void(std::uint64_t)>& pulse) {
  const std::string path = fmt::format("{}/vocabulary-{:04}.terms", generation_folder(generation), range);
  AsideFile file(folder / path);
  constexpr auto blank = static_cast<std::size_t>(HuriKind::blank);
  first_ranks[blank] = 0;
  VocabularyBuilder builder([&](std::string_view bytes) { file.write(std::as_bytes(std::span(bytes))); }, first_ranks);
  const auto terms = merged.terms.subspan(merged.counts[blank]);
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i + kPrefetchDistance < terms.size()) {
      __builtin_prefetch(terms[i + kPrefetchDistance]);
      __builtin_prefetch(terms[i + kPrefetchDistance] + 64);
    }
    const TermRecord record(terms[i]);
    builder.add(record.kind(), record.key());
    if (++written == kPulseTerms) pulse(std::exchange(written, 0));
  }
  builder.finish();
  pulse(written);
  return {path, file_role::kVocabulary, range, file.finish()};
}

}  // namespace quadrille
