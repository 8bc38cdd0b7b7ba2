#pragma once

// The bytes of a vocabulary part, version 1: sorted keys (term_key.hpp) of several kinds in front-coded blocks. All
// numbers are little-endian.
//
//   | magic : 8 | group | group | ...                    | index                             | trailer |
//                                                         ^ aligned to 8                      ^ the last bytes
//   group, as stored: a raw group, or one Zstandard frame of it
//   raw group   | offset of each block in the raw group : 4 a block | block | block | ...
//   block       | n : varint, first key : n |  then up to 31 times  | shared : varint | n : varint | rest of the key :
//   n | index       | GroupEntry : 32 a group | offset of each head, and the end : 8 | group of each block : 4 | heads
//   | trailer     | VocabularyTrailer |
//
// F1  Keys ascend strictly within a kind, kinds ascend. A kind begins a block and a group.
// F2  All blocks of a kind have 32 keys, the last one maybe fewer, so block = first_block + (rank - first_rank) / 32.
// F3  The head of a group is <= its first key and > every key of the kind before it: as short as that allows. The head
//     of a kind's first group is the whole first key. Searching touches heads, then one group.
// F4  A group has up to 32 blocks, and ends with the block that reaches 32 KiB.
//
// Checksums are XXH3-64: of each group as stored, of the index, of the trailer before its last two members.

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/longest_term.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

inline constexpr std::size_t kHuriKinds = 16;
inline constexpr std::uint64_t kBlockKeys = 32;
inline constexpr std::size_t kGroupBlocks = 32;
inline constexpr std::size_t kGroupBytes = 32 * 1024;
inline constexpr std::size_t kMaxKeyBytes = kLongestTermBytes;  // so that a group's offsets fit in 32 bits
inline constexpr std::uint32_t kVocabularyVersion = 1;
inline constexpr std::uint64_t kVocabularyMagic = 0x314241434f564451;  // "QDVOCAB1"

enum class GroupCodec : std::uint8_t { plain = 0, zstd = 1 };

struct GroupEntry {
  std::uint64_t offset = 0;  // in the part
  std::uint64_t checksum = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t raw_bytes = 0;
  std::uint32_t first_block = 0;
  GroupCodec codec = GroupCodec::plain;
  std::array<std::uint8_t, 3> unused{};
};
static_assert(sizeof(GroupEntry) == 32);

struct KindEntry {
  std::uint64_t first_rank = 0;
  std::uint64_t count = 0;
  std::uint32_t first_block = 0;
  std::uint32_t first_group = 0;
};
static_assert(sizeof(KindEntry) == 24);

struct VocabularyTrailer {
  std::array<KindEntry, kHuriKinds> kinds;  // by HuriKind
  std::uint64_t index_offset = 0;
  std::uint64_t index_bytes = 0;
  std::uint64_t index_checksum = 0;
  std::uint32_t groups = 0;
  std::uint32_t blocks = 0;
  std::uint32_t version = kVocabularyVersion;
  std::uint32_t unused = 0;
  std::uint64_t checksum = 0;
  std::uint64_t magic = kVocabularyMagic;
};
static_assert(sizeof(VocabularyTrailer) == 384 + 56);

}  // namespace quadrille
