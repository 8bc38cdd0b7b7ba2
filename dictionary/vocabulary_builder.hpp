#pragma once

// A VocabularyBuilder writes a vocabulary part (vocabulary_format.hpp) from sorted keys.
//
// The bytes are written in order, group by group, through the sink: into a file, a buffer, a message. Memory: one
// group and the index, about 0.3 bytes a key. Called by the loader's "Sort Literals" step and rebuilds of a
// generation.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dictionary/vocabulary_block.hpp"

namespace quadrille {

class VocabularyBuilder {
 public:
  using Sink = std::function<void(std::string_view)>;
  using FirstRanks = std::array<std::uint64_t, kHuriKinds>;  // by HuriKind

  // first_ranks: for each kind, the number of keys in the parts before this one.
  explicit VocabularyBuilder(Sink sink, const FirstRanks& first_ranks = {});

  // Keys are added by ascending kind, and strictly ascending within a kind (asserted: F1). Returns the key's rank in
  // its kind. Throws ErrorKind::unsupported for a key of more than 64 MiB, and exceptions of the sink.
  std::uint64_t add(HuriKind kind, std::string_view key);

  // Writes the rest, index and trailer. Call it once, last. A part may be empty.
  void finish();

  std::uint64_t count(HuriKind kind) const { return kind_entry(kind).count; }
  std::uint64_t bytes() const { return bytes_; }  // passed to the sink so far

 private:
  const KindEntry& kind_entry(HuriKind kind) const { return trailer_.kinds[static_cast<std::size_t>(kind)]; }
  void begin_kind(HuriKind kind);
  void begin_group(std::string_view head, bool first_of_kind);
  void forget_long_key();
  std::string_view previous() const;
  void end_group();
  void write(std::string_view bytes);
  std::string index_before_heads() const;

  Sink sink_;
  VocabularyTrailer trailer_;
  GroupBuilder group_;
  GroupCompressor compressor_;
  std::vector<GroupEntry> groups_;
  std::vector<std::uint64_t> head_offsets_;
  std::string heads_;
  std::vector<std::uint32_t> block_groups_;
  HuriKind kind_ = HuriKind::special;
  std::string previous_;           // the key before, unless
  bool is_previous_head_ = false;  // it is a kind's first, and so the last of heads_
  std::uint64_t bytes_ = 0;
};

// For parts that are built before the number of keys in earlier parts is final. `part_end`: the last bytes of a part,
// at least its trailer. Returns the trailer with these first ranks, which replaces the old one.
std::string trailer_with_first_ranks(std::string_view part_end, const VocabularyBuilder::FirstRanks& first_ranks);

}  // namespace quadrille
