#include "loader/build/spill/term_run.hpp"

#include <algorithm>
#include <memory_resource>

#include "loader/build/packed_terms.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kGatherBytes = std::size_t{1} << 20;  // for one system call

}  // namespace

TermRun::TermRun(SpillFile& file, std::span<const SortedTerm> sorted, const std::function<void(std::uint64_t)>& pulse)
    : file_(&file), size_(sorted.size()) {
  PackedBytes gathered(std::pmr::new_delete_resource());
  const auto put = [&] {
    file_->append(gathered);
    gathered.clear();
  };
  for (std::uint64_t begin = 0; begin < sorted.size(); begin += kBlockTerms) {
    const auto terms = sorted.subspan(begin, std::min<std::uint64_t>(kBlockTerms, sorted.size() - begin));
    const std::size_t before = gathered.size();
    pack_terms(terms, gathered);
    blocks_.push_back({std::string(terms.front().record().text()), file_->size() + before, gathered.size() - before});
    for (const SortedTerm& term : terms) text_bytes_ += term.record().text_bytes();
    if (gathered.size() >= kGatherBytes) put();
    pulse(terms.size());
  }
  put();
  std::vector<std::uint32_t> ids;
  ids_ = file_->reserve(size_ * sizeof(std::uint32_t));
  places_ = file_->reserve(size_ * sizeof(std::uint32_t));
  for (std::uint64_t begin = 0; begin < sorted.size(); begin += ids.size()) {
    ids.clear();
    const std::uint64_t end = std::min<std::uint64_t>(sorted.size(), begin + kGatherBytes / sizeof(std::uint32_t));
    for (std::uint64_t at = begin; at < end; ++at) ids.push_back(sorted[at].record().id());
    file_->write(ids_ + begin * sizeof(std::uint32_t), std::as_bytes(std::span(ids)));
    pulse(0);
  }
}

void TermRun::add_samples(TermSamples& samples) const {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    samples.add(std::min(kBlockTerms, size_ - block * kBlockTerms), blocks_[block].first);
  }
}

std::span<const SortedTerm> TermRun::load_block(std::uint64_t block, pgas::QueryArena& arena) const {
  std::vector<std::byte> packed(blocks_[block].bytes);
  file_->read(blocks_[block].offset, packed);
  return unpack_terms(packed, arena);
}

std::uint64_t TermRun::lower_bound(std::string_view text, pgas::Heap& heap) const {
  const auto next =
      std::partition_point(blocks_.begin(), blocks_.end(), [&](const Block& b) { return b.first < text; });
  if (next == blocks_.begin()) return 0;
  const auto block = static_cast<std::uint64_t>(next - blocks_.begin()) - 1;
  pgas::QueryArena arena(heap);
  const std::span<const SortedTerm> terms = load_block(block, arena);
  const auto found = std::partition_point(terms.begin(), terms.end(),
                                          [&](const SortedTerm& term) { return term.record().text() < text; });
  return block * kBlockTerms + static_cast<std::uint64_t>(found - terms.begin());
}

std::span<const SortedTerm> TermRun::load(std::uint64_t begin, std::uint64_t end, pgas::QueryArena& arena) const {
  const std::span<SortedTerm> terms = arena.make_span<SortedTerm>(end - begin);
  auto next = terms.begin();
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t block = at / kBlockTerms, first = block * kBlockTerms;
    const std::uint64_t to = std::min(end, first + kBlockTerms);
    const std::span<const SortedTerm> loaded = load_block(block, arena).subspan(at - first, to - at);
    next = std::copy(loaded.begin(), loaded.end(), next);
    at = to;
  }
  return terms;
}

void TermRun::read_ids(std::uint64_t begin, std::span<std::uint32_t> ids) const {
  file_->read(ids_ + begin * sizeof(std::uint32_t), std::as_writable_bytes(ids));
}

void TermRun::write_places(std::uint64_t begin, std::span<const std::uint32_t> places) {
  file_->write(places_ + begin * sizeof(std::uint32_t), std::as_bytes(places));
}

void TermRun::read_places(std::uint64_t begin, std::span<std::uint32_t> places) const {
  file_->read(places_ + begin * sizeof(std::uint32_t), std::as_writable_bytes(places));
}

}  // namespace quadrille
