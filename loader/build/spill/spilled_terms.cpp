#include "loader/build/spill/spilled_terms.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "loader/build/merge_terms.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kBytesATerm = 80;      // beside its text: its record, in and out of its run, merged, and places
constexpr std::uint64_t kShareOfMemory = 8;    // the share 1/8 is for the parts of a round
constexpr std::uint64_t kMostParts = 1 << 16;  // of a shard
constexpr std::size_t kChunkTerms = 1 << 16;

std::uint32_t parts_for(ShardedWork& work, std::span<InputSegment> segments) {
  std::uint64_t bytes = 0;
  for (const InputSegment& segment : segments) bytes += segment.terms.text_bytes() + segment.terms.size() * kBytesATerm;
  const auto images = static_cast<std::uint64_t>(work.team().size());
  const std::uint64_t room = work.heap().usage().budget_bytes / kShareOfMemory * work.shards() / images;
  const std::uint64_t parts = work.team().max(bytes / std::max<std::uint64_t>(room, 1) + 1);
  if (parts > kMostParts) {
    fail(ErrorKind::memory, "the memory of an image is too small for so many terms; raise --memory");
  }
  return static_cast<std::uint32_t>(parts);
}

}  // namespace

SpilledTerms::SpilledTerms(ShardedWork& work, SpilledInput& input)
    : work_(work), input_(input), parts_per_shard_(parts_for(work, input.segments())) {
  TermSamples samples;
  for (const InputSegment& segment : input.segments()) segment.terms.add_samples(samples);
  const auto splitters = choose_splitters(work.team(), samples, work.shards() * parts_per_shard_);
  for (const InputSegment& segment : input.segments()) {
    std::vector<std::uint64_t>& bounds = bounds_.emplace_back(1);
    for (const std::string& splitter : splitters) {
      bounds.push_back(segment.terms.lower_bound(splitter, work.heap()));
      work.pulse(0);
    }
    bounds.push_back(segment.terms.size());
  }
}

std::span<const SortedTerm> SpilledTerms::begin_part(std::uint32_t part) {
  Part& its = *(loaded_[part] = std::make_unique<Part>(work_.heap()));
  std::vector<PlacedPiece> pieces;
  std::size_t terms = 0;
  for (std::size_t segment = 0; segment < bounds_.size(); ++segment) {
    const std::uint64_t begin = bound(segment, part), end = bound(segment, part + 1);
    its.merged_at.push_back(its.arena.make_span<std::uint32_t>(end - begin));
    pieces.push_back({input_.segments()[segment].terms.load(begin, end, its.arena), its.merged_at.back()});
    terms += end - begin;
    work_.pulse(0);
  }
  const std::span<SortedTerm> merged = its.arena.make_span<SortedTerm>(terms);
  std::size_t size = 0;
  merge_pieces(
      pieces, 0,
      [&](TermRecord term) {
        merged[size++] = {0, term.address()};
      },
      [&](std::uint64_t done) { work_.pulse(done); });
  its.terms = merged.first(size);
  its.places = its.arena.make_span<std::uint32_t>(size);
  return its.terms;
}

std::span<std::uint32_t> SpilledTerms::places(std::uint32_t part) {
  return loaded_.at(part)->places;
}

void SpilledTerms::end_part(std::uint32_t part) {
  const Part& its = *loaded_.at(part);
  for (std::size_t segment = 0; segment < bounds_.size(); ++segment) {
    const std::span<std::uint32_t> at = its.merged_at[segment];
    for (std::uint32_t& place : at) place = its.places[place];
    if (!at.empty()) input_.segments()[segment].terms.write_places(bound(segment, part), at);
  }
  loaded_.erase(part);
}

std::span<Huri> SpilledTerms::huris_of(std::size_t segment, const RankedRanges& ranked, pgas::QueryArena& arena) const {
  const TermRun& terms = std::as_const(input_).segments()[segment].terms;
  const std::span<Huri> huris = arena.make_span<Huri>(terms.size());
  std::vector<std::uint32_t> ids, places;
  for (std::uint32_t range = 0; range < work_.shards(); ++range) {
    const std::uint64_t end = bound(segment, (range + 1) * parts_per_shard_);
    for (std::uint64_t begin = bound(segment, range * parts_per_shard_); begin < end; begin += ids.size()) {
      ids.resize(std::min<std::uint64_t>(kChunkTerms, end - begin));
      places.resize(ids.size());
      terms.read_ids(begin, ids);
      terms.read_places(begin, places);
      ranked.for_each_huri(range, places, [&](std::size_t at, Huri huri) { huris[ids[at]] = huri; });
      work_.pulse(0);
    }
  }
  return huris;
}

}  // namespace quadrille
