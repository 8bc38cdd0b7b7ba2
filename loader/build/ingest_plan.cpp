#include "loader/build/ingest_plan.hpp"

#include <algorithm>
#include <utility>

#include "loader/build/shared_list.hpp"

namespace quadrille {

namespace {

void add_ranges(std::uint32_t file, std::uint64_t file_bytes, std::uint64_t range_bytes,
                std::vector<IngestItem>& items) {
  for (std::uint64_t begin = 0; begin < file_bytes; begin += range_bytes) {
    const std::uint64_t end = std::min(begin + range_bytes, file_bytes);
    items.push_back({file, {begin, end}, true, end - begin});
  }
}

void add_pieces(std::uint32_t file, const GeneratedInput& generated, std::vector<IngestItem>& items) {
  for (std::uint64_t piece = 0; piece < generated.pieces(); ++piece) {
    items.push_back({file, {}, false, generated.usual_piece_bytes(), piece});
  }
}

void add_frames(std::uint32_t file, const FrameCuts& cuts, std::vector<IngestItem>& items) {
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    items.push_back({file, {cuts[i - 1], cuts[i]}, true, cuts[i] - cuts[i - 1]});
  }
}

void add_parts(std::uint32_t file, const TurtleParts& parts, std::vector<IngestItem>& items) {
  for (std::size_t part = 0; part < parts.parts.size(); ++part) {
    const std::uint64_t begin = parts.parts[part].begin.offset, end = parts.parts[part].end;
    items.push_back({.file = file, .range = {begin, end}, .bytes = end - begin, .turtle_part = part});
  }
}

// RDF as lines compresses to a tenth or less (LUBM to a fortieth). A range that is too short is better than one too
// long.
constexpr std::uint64_t kTextToCompressed = 32;

}  // namespace

std::vector<FrameCuts> cut_frames(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes) {
  pgas::Team& team = work.team();
  std::vector<FrameCuts> cuts(files.size());
  if (team.size() == 1) return cuts;
  const auto images = static_cast<std::size_t>(team.size());
  std::vector<std::uint64_t> mine;  // of each of my files, in order: the number of cuts, the cuts
  for (std::size_t file = static_cast<std::size_t>(team.rank()); file < files.size(); file += images) {
    const FrameCuts found = find_frame_cuts(files[file], range_bytes / kTextToCompressed, [&] { work.pulse(0); });
    mine.push_back(found.size());
    mine.insert(mine.end(), found.begin(), found.end());
  }
  const std::vector<std::vector<std::uint64_t>> all = gather_lists(team, mine);
  std::vector<const std::uint64_t*> next;
  for (const std::vector<std::uint64_t>& list : all) next.push_back(list.data());
  for (std::size_t file = 0; file < files.size(); ++file) {
    const std::uint64_t*& at = next[file % images];
    const std::uint64_t count = *at++;
    cuts[file].assign(at, at + count);
    at += count;
  }
  return cuts;
}

std::uint64_t generated_bytes(const GeneratedInput& generated) {
  return generated.pieces() * generated.usual_piece_bytes();
}

IngestPlan plan_ingest(std::span<const InputFile> files, std::uint64_t range_bytes, std::span<const FrameCuts> cuts,
                       const GeneratedInput* generated, std::vector<TurtleParts> turtle) {
  IngestPlan plan;
  plan.turtle = std::move(turtle);
  std::vector<IngestItem> ranges;
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    const InputFile& file = files[number];
    if (file.is_unfit) continue;
    plan.bytes += file.size_bytes;
    if (file.is_stdin()) {
      plan.for_first_image.push_back({number, {}, false, 0});
    } else if (file.can_be_cut()) {
      add_ranges(number, file.size_bytes, range_bytes, ranges);
    } else if (!cuts.empty() && cuts[number].size() > 2) {
      add_frames(number, cuts[number], ranges);
    } else if (!plan.turtle.empty() && !plan.turtle[number].parts.empty()) {
      add_parts(number, plan.turtle[number], ranges);
    } else {
      plan.shared.push_back({number, {}, false, file.size_bytes});
    }
  }
  // A pipe can have any size, so it comes before all files of known size.
  const auto size = [](const IngestItem& item) { return item.bytes - 1; };
  std::stable_sort(plan.shared.begin(), plan.shared.end(),
                   [&](const IngestItem& a, const IngestItem& b) { return size(a) > size(b); });
  if (generated != nullptr) {
    add_pieces(static_cast<std::uint32_t>(files.size()), *generated, plan.shared);
    plan.bytes += generated_bytes(*generated);
  }
  plan.shared.insert(plan.shared.end(), ranges.begin(), ranges.end());
  return plan;
}

std::vector<std::uint64_t> cut_into_slices(std::span<const IngestItem> items, std::uint64_t least_bytes) {
  std::vector<std::uint64_t> bounds{0};
  std::uint64_t bytes = 0;
  for (std::uint64_t at = 0; at < items.size(); ++at) {
    bytes += items[at].bytes;
    if (bytes < least_bytes && items[at].bytes != 0) continue;
    bounds.push_back(at + 1);
    bytes = 0;
  }
  if (bounds.back() != items.size()) bounds.push_back(items.size());
  return bounds;
}

}  // namespace quadrille
