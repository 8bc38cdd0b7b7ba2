#pragma once

// Functions and classes for front-coded blocks and groups of them; vocabulary_format.hpp shows their layout. A key
// needs the bytes that it does not share with the key before, and two more.

#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/copy_wide.hpp"
#include "dictionary/group_cache.hpp"
#include "dictionary/vocabulary_format.hpp"

namespace quadrille {

// The number of characters that two texts share at their beginning.
std::size_t common_prefix(std::string_view a, std::string_view b);

// Collects the keys of one group.
class GroupBuilder {
 public:
  // Keys ascend strictly; `previous` is the key before (any, at the first of a group).
  void add(std::string_view key, std::string_view previous);
  bool empty() const { return keys_ == 0; }
  // True when the next key should begin another group (F4).
  bool full() const;
  std::uint32_t blocks() const { return static_cast<std::uint32_t>(offsets_.size()); }
  std::uint64_t keys() const { return keys_; }
  // The raw group. Ends the group; the next add() begins a new one.
  std::string take();

 private:
  std::vector<std::uint32_t> offsets_;  // of blocks, in blocks_
  std::string blocks_;
  std::uint64_t keys_ = 0;
};

// Compresses groups of long texts where that saves 30 % or more.
class GroupCompressor {
 public:
  GroupCompressor();
  // Returns the bytes to store for this raw group of `keys` keys: the group itself, or a frame of it.
  std::pair<GroupCodec, std::string_view> encode(std::string_view raw, std::uint64_t keys);

 private:
  std::string_view compress(std::string_view raw);

  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  std::unique_ptr<char[]> frame_;
  std::size_t frame_bytes_ = 0;
};

// A KeyBuffer holds the state of decoding: the current key, and the last group that had to be decompressed (others may
// be in a GroupCache). One for each thread; views of keys are valid until its next use.
//
// Texts are copied in steps of kWideBytes: so many bytes after a key, and after the rests of keys in a group, can be
// read, whatever they are.
class KeyBuffer {
 public:
  std::string_view key() const { return {key_.get(), size_}; }
  // Returns the number of first bytes of the key that have not changed since the last call.
  std::size_t take_unchanged() { return std::min(std::exchange(unchanged_, kMaxKeyBytes), size_); }
  // Makes the key that shares its first `shared` characters with the current one.
  void replace_tail(std::size_t shared, const unsigned char* rest, std::size_t bytes) {
    if (shared + bytes + kWideBytes > capacity_) reserve(shared + bytes + kWideBytes);  // there is always a buffer
    copy_wide(key_.get() + shared, rest, bytes);
    size_ = shared + bytes;
    unchanged_ = std::min(unchanged_, shared);
  }

  // The raw bytes of a compressed group; `group_id` is unique in the process. `cache` may be nullptr. Throws
  // ErrorKind::io.
  std::string_view decompress(std::uint64_t group_id, std::string_view frame, std::size_t raw_bytes, GroupCache* cache);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  void reserve(std::size_t bytes);
  GroupCache::Group unpack(std::string_view frame, std::size_t raw_bytes);

  std::unique_ptr<char[]> key_;
  std::size_t size_ = 0;
  std::size_t unchanged_ = 0;
  std::size_t capacity_ = 0;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::uint64_t group_id_ = 0;  // 0: none
  GroupCache::Group group_;
};

// Iterates over the keys of one block.
//   for (BlockReader reader(block, buffer); ...; reader.next()) use(buffer.key());
class BlockReader {
 public:
  // Starts at the block's first key.
  BlockReader(const unsigned char* block, KeyBuffer& buffer) : at_(block), buffer_(buffer) { take(0); }

  void next() {
    // Most keys share less than 128 characters and have less than 128 of their own.
    const std::size_t shared = at_[0] < 0x80 ? *at_++ : get_varint(at_);
    take(shared);
  }

 private:
  void take(std::size_t shared) {
    const std::size_t bytes = at_[0] < 0x80 ? *at_++ : get_varint(at_);
    buffer_.replace_tail(shared, at_, bytes);
    at_ += bytes;
  }

  const unsigned char* at_;
  KeyBuffer& buffer_;
};

// The first key of a block.
std::string_view first_key(const unsigned char* block);

// The place of a key in a block of `keys` keys, also of an absent one: the number of keys before it.
struct BlockPlace {
  std::uint64_t index = 0;
  bool found = false;
};
// Compares while it reads, without building the keys.
BlockPlace find_in_block(const unsigned char* block, std::uint64_t keys, std::string_view key);

}  // namespace quadrille
