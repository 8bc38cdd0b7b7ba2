#include "loader/vocabulary_range.hpp"

#include <fmt/format.h>

#include <span>

#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

std::string vocabulary_file_path(std::uint64_t generation, std::uint32_t range) {
  return fmt::format("{}/vocabulary-{:04}.terms", generation_folder(generation), range);
}

VocabularyBuilder& VocabularyRange::builder() {
  if (!builder_) builder_.emplace([this](std::string_view bytes) { pieces_.push_back(arena_.copy(bytes)); });
  return *builder_;
}

void VocabularyRange::add(TermRecord term) {
  if (term.kind() != HuriKind::blank) builder().add(term.kind(), term.key());
}

void VocabularyRange::end() {
  builder().finish();
  builder_.reset();
}

ManifestFile VocabularyRange::write(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range,
                                    KindCounts first_ranks) const {
  const std::string path = vocabulary_file_path(generation, range);
  AsideFile file(folder / path);
  first_ranks[static_cast<std::size_t>(HuriKind::blank)] = 0;
  std::string_view last = pieces_.back();
  const std::string trailer = trailer_with_first_ranks(last, first_ranks);
  last.remove_suffix(trailer.size());
  for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) file.write(bytes_of(pieces_[i]));
  file.write(bytes_of(last));
  file.write(bytes_of(trailer));
  return {path, file_role::kVocabulary, range, file.finish()};
}

}  // namespace quadrille
