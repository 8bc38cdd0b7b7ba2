#include "loader/build/vocabulary_range.hpp"

#include <fmt/format.h>

#include <span>

namespace quadrille {

namespace {

// The number of bytes held back, because the last piece ends with the trailer.
constexpr std::size_t kTail = sizeof(VocabularyTrailer);

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

std::string vocabulary_file_path(std::uint64_t generation, std::uint32_t range) {
  return fmt::format("{}/vocabulary-{:04}.terms", generation_folder(generation), range);
}

VocabularyRange::VocabularyRange(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range)
    : path_(vocabulary_file_path(generation, range)), range_(range), file_(folder / path_) {}

VocabularyBuilder& VocabularyRange::builder() {
  if (!builder_) builder_.emplace([this](std::string_view bytes) { take(bytes); });
  return *builder_;
}

void VocabularyRange::take(std::string_view bytes) {
  file_.write(bytes_of(last_));
  const std::size_t now = bytes.size() > kTail ? bytes.size() - kTail : 0;
  file_.write(bytes_of(bytes.substr(0, now)));
  last_ = bytes.substr(now);
}

void VocabularyRange::add(TermRecord term) {
  if (term.kind() != HuriKind::blank) builder().add(term.kind(), term.key());
}

void VocabularyRange::end() {
  builder().finish();
  builder_.reset();
}

ManifestFile VocabularyRange::finish(KindCounts first_ranks) {
  first_ranks[static_cast<std::size_t>(HuriKind::blank)] = 0;
  const std::string trailer = trailer_with_first_ranks(last_, first_ranks);
  last_.replace(last_.size() - trailer.size(), trailer.size(), trailer);
  file_.write(bytes_of(last_));
  return {path_, file_role::kVocabulary, range_, file_.finish()};
}

}  // namespace quadrille
