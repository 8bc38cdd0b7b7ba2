#include "loader/build/packed_terms.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "dictionary/vocabulary_block.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kPackPrefetch = 8;

void append(PackedBytes& out, const void* bytes, std::size_t size) {
  const auto* const from = static_cast<const std::byte*>(bytes);
  out.insert(out.end(), from, from + size);
}

void append_varint(PackedBytes& out, std::uint64_t value) {
  unsigned char buffer[kMaxVarintBytes];
  append(out, buffer, static_cast<std::size_t>(put_varint(buffer, value) - buffer));
}

void prefetch(std::span<const SortedTerm> terms, std::size_t at) {
  if (at >= terms.size()) return;
  __builtin_prefetch(terms[at].address);
  __builtin_prefetch(terms[at].address + 64);
}

}  // namespace

TermPacker::TermPacker(PackedBytes& out) : out_(out), header_(out.size()) {
  out_.resize(header_ + kHeaderBytes);
}

void TermPacker::add(std::string_view text) {
  const std::size_t shared = common_prefix(previous_, text);
  append_varint(out_, shared);
  append_varint(out_, text.size() - shared);
  append(out_, text.data() + shared, text.size() - shared);
  ++terms_;
  text_bytes_ += text.size();
  previous_.replace(shared, previous_.npos, text.substr(shared));
}

void TermPacker::finish() {
  store(out_.data() + header_, terms_);
  store(out_.data() + header_ + 8, text_bytes_);
}

void pack_terms(std::span<const SortedTerm> terms, PackedBytes& out) {
  TermPacker packer(out);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    prefetch(terms, i + kPackPrefetch);
    packer.add(terms[i].record().text());
  }
  packer.finish();
}

std::span<const SortedTerm> unpack_terms(pgas::Block packed, pgas::QueryArena& arena) {
  QUADRILLE_ASSERT(packed.size() >= kHeaderBytes, "packed terms begin with their number");
  const auto terms = load<std::uint64_t>(packed.data()), text_bytes = load<std::uint64_t>(packed.data() + 8);
  const std::span<SortedTerm> unpacked = arena.make_span<SortedTerm>(terms);
  unsigned char* record = arena.make_span<unsigned char>(terms * TermRecord::kHeaderBytes + text_bytes).data();
  const auto* at = reinterpret_cast<const unsigned char*>(packed.data()) + kHeaderBytes;
  const char* previous = nullptr;
  for (SortedTerm& term : unpacked) {
    const std::uint64_t shared = get_varint(at), rest = get_varint(at);
    char* const text = TermRecord::write_header(record, shared + rest);
    copy_bytes(text, previous, shared);
    copy_bytes(text + shared, at, rest);
    at += rest;
    term = {0, record};
    record += TermRecord::kHeaderBytes + shared + rest;
    previous = text;
  }
  QUADRILLE_ASSERT(at == reinterpret_cast<const unsigned char*>(packed.data() + packed.size()),
                   "packed terms end where their block does");
  return unpacked;
}

void pack_places(std::span<const std::uint32_t> places, PackedBytes& out) {
  std::uint32_t previous = 0;
  for (const std::uint32_t place : places) {
    append_varint(out, place - previous);
    previous = place;
  }
}

void unpack_places(pgas::Block packed, std::span<std::uint32_t> places) {
  const auto* at = reinterpret_cast<const unsigned char*>(packed.data());
  std::uint64_t previous = 0;
  for (std::uint32_t& place : places) {
    previous += get_varint(at);
    place = static_cast<std::uint32_t>(previous);
  }
  QUADRILLE_ASSERT(at == reinterpret_cast<const unsigned char*>(packed.data() + packed.size()),
                   "there are as many places as terms were sent");
}

}  // namespace quadrille
