#include "dictionary/vocabulary_block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr int kZstdLevel = 3;
constexpr std::size_t kLongKeyBytes = 48;  // on average, front-coded: below, plain decoding is worth more than space
constexpr std::size_t kLargestKeptFrame = std::size_t{1} << 20;
constexpr std::size_t kLargeGroup = std::size_t{4} << 20;
constexpr double kLargestZstdShare = 0.7;

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t i = 0;
  for (; i + 8 <= limit; i += 8) {
    const std::uint64_t difference = load<std::uint64_t>(a.data() + i) ^ load<std::uint64_t>(b.data() + i);
    if (difference != 0) return i + static_cast<std::size_t>(std::countr_zero(difference)) / 8;
  }
  while (i < limit && a[i] == b[i]) ++i;
  return i;
}

void GroupBuilder::add(std::string_view key, std::string_view previous) {
  std::size_t shared = 0;
  if (keys_++ % kBlockKeys == 0) {
    offsets_.push_back(static_cast<std::uint32_t>(blocks_.size()));
  } else {
    shared = common_prefix(key, previous);
    append_varint(blocks_, shared);
  }
  append_varint(blocks_, key.size() - shared);
  // A long key is not copied again when it leaves.
  if (key.size() > kGroupBytes) blocks_.reserve(blocks_.size() + key.size() + kGroupBytes);
  blocks_ += key.substr(shared);
}

bool GroupBuilder::full() const {
  return keys_ % kBlockKeys == 0 && keys_ > 0 && (offsets_.size() >= kGroupBlocks || blocks_.size() >= kGroupBytes);
}

std::string GroupBuilder::take() {
  const std::size_t table = offsets_.size() * sizeof(std::uint32_t);
  std::string raw;
  raw.reserve(table);
  for (const std::uint32_t offset : offsets_) {
    const auto in_group = static_cast<std::uint32_t>(offset + table);
    raw.append(reinterpret_cast<const char*>(&in_group), sizeof in_group);
  }
  if (blocks_.size() > 2 * kGroupBytes) {
    raw = std::move(blocks_.insert(0, raw));
  } else {
    raw += blocks_;
  }
  offsets_.clear();
  blocks_.clear();
  keys_ = 0;
  return raw;
}

GroupCompressor::GroupCompressor() : context_(ZSTD_createCCtx()) {}

// Decides by the start of a large group whether compressing all of it is worth the memory.
std::pair<GroupCodec, std::string_view> GroupCompressor::encode(std::string_view raw, std::uint64_t keys) {
  if (raw.size() < kLongKeyBytes * keys) return {GroupCodec::plain, raw};
  if (raw.size() > kLargeGroup && compress(raw.substr(0, kLargestKeptFrame)).empty()) return {GroupCodec::plain, raw};
  const std::string_view frame = compress(raw);
  return frame.empty() ? std::pair(GroupCodec::plain, raw) : std::pair(GroupCodec::zstd, frame);
}

// Empty if it does not save enough.
std::string_view GroupCompressor::compress(std::string_view raw) {
  const std::size_t bound = ZSTD_compressBound(raw.size());
  if (frame_bytes_ < bound || frame_bytes_ > kLargestKeptFrame) {
    frame_.reset();
    frame_ = std::make_unique_for_overwrite<char[]>(frame_bytes_ = bound);
  }
  const std::size_t bytes =
      ZSTD_compressCCtx(context_.get(), frame_.get(), frame_bytes_, raw.data(), raw.size(), kZstdLevel);
  if (ZSTD_isError(bytes) != 0) fail(ErrorKind::memory, "cannot compress a vocabulary: {}", ZSTD_getErrorName(bytes));
  if (static_cast<double>(bytes) > kLargestZstdShare * static_cast<double>(raw.size())) return {};
  return {frame_.get(), bytes};
}

void KeyBuffer::reserve(std::size_t bytes) {
  const std::size_t capacity = std::max<std::size_t>({bytes, 2 * capacity_, 256});
  auto grown = std::make_unique_for_overwrite<char[]>(capacity);
  copy_bytes(grown.get(), key_.get(), size_);
  key_ = std::move(grown);
  capacity_ = capacity;
}

std::string_view KeyBuffer::decompress(std::uint64_t group_id, std::string_view frame, std::size_t raw_bytes,
                                       GroupCache* cache) {
  if (group_id != group_id_) {
    group_id_ = 0;
    group_ = cache != nullptr ? cache->find(group_id) : nullptr;
    if (!group_) {
      group_ = unpack(frame, raw_bytes);
      if (cache != nullptr) cache->keep(group_id, group_);
    }
    group_id_ = group_id;
  }
  return std::string_view(*group_).substr(0, raw_bytes);
}

GroupCache::Group KeyBuffer::unpack(std::string_view frame, std::size_t raw_bytes) {
  if (!context_) context_.reset(ZSTD_createDCtx());
  auto raw = std::make_shared<std::string>(raw_bytes + kWideBytes, '\0');
  const std::size_t bytes = ZSTD_decompressDCtx(context_.get(), raw->data(), raw_bytes, frame.data(), frame.size());
  if (ZSTD_isError(bytes) != 0 || bytes != raw_bytes) {
    fail(ErrorKind::io, "a compressed group of the vocabulary is damaged: {}",
         ZSTD_isError(bytes) != 0 ? ZSTD_getErrorName(bytes) : "wrong size");
  }
  return raw;
}

std::string_view first_key(const unsigned char* block) {
  const std::size_t bytes = get_varint(block);
  return {reinterpret_cast<const char*>(block), bytes};
}

BlockPlace find_in_block(const unsigned char* block, std::uint64_t keys, std::string_view key) {
  const std::string_view first = first_key(block);
  const unsigned char* at = reinterpret_cast<const unsigned char*>(first.data()) + first.size();
  std::size_t match = common_prefix(first, key);  // of `key` with the block's current key
  if (match == key.size()) return {0, match == first.size()};
  const auto is_before = [&](std::string_view text, std::size_t i) {  // text[i..] < key[match..], which differ there
    return i == text.size() || static_cast<unsigned char>(text[i]) < static_cast<unsigned char>(key[match]);
  };
  if (!is_before(first, match)) return {0, false};
  for (std::uint64_t i = 1; i < keys; ++i) {
    const std::size_t shared = get_varint(at);
    const std::size_t bytes = get_varint(at);
    const std::string_view rest(reinterpret_cast<const char*>(at), bytes);
    at += bytes;
    if (shared > match) continue;           // differs from `key` where its predecessor does, so it is before it too
    if (shared < match) return {i, false};  // has left what its predecessor and `key` share, upwards
    const std::size_t more = common_prefix(rest, key.substr(match));
    match += more;
    if (match == key.size()) return {i, more == rest.size()};
    if (!is_before(rest, more)) return {i, false};
  }
  return {keys, false};
}

}  // namespace quadrille
