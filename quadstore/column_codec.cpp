#include "quadstore/column_codec.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille {

namespace {

using detail::Bytes;
using detail::Values;

// Properties of a column that the encoder determines before it tries the forms.
struct ColumnFacts {
  std::uint64_t min, max;
  std::size_t runs = 1;   // stretches of equal values
  bool ascending = true;  // repeats allowed

  explicit ColumnFacts(Values values) : min(values.front()), max(values.front()) {
    for (std::size_t i = 1; i < values.size(); ++i) {
      min = std::min(min, values[i]);
      max = std::max(max, values[i]);
      runs += values[i] != values[i - 1];
      ascending &= values[i] >= values[i - 1];
    }
  }
};

// Keeps the smallest form so far; a form that is slower to decode must be smaller by its handicap.
class Contest {
 public:
  Bytes& start(Codec codec) {
    candidate_.assign(1, static_cast<std::byte>(codec));
    return candidate_;
  }
  // The number of bytes with which a form no longer wins, its first one included.
  std::size_t limit(std::size_t handicap_percent = 0) const {
    return (best_weight_ + 99 + handicap_percent) / (100 + handicap_percent);
  }
  void enter(std::size_t handicap_percent = 0) {
    const std::size_t weight = candidate_.size() * (100 + handicap_percent);
    if (weight >= best_weight_) return;
    best_weight_ = weight;
    std::swap(best_, candidate_);
  }
  const Bytes& best() const { return best_; }

 private:
  Bytes candidate_, best_;
  std::size_t best_weight_ = ~std::size_t{0};
};

void try_unsorted_forms(Values values, Contest& contest) {
  const detail::SortedColumn column(values);
  const std::size_t index_bytes = packed_bytes(values.size(), bits_needed(column.distinct().size() - 1));
  if (index_bytes < contest.limit()) {
    detail::encode_dictionary(column, contest.start(Codec::dictionary));
    contest.enter(1);
  }
  const std::size_t limit = contest.limit(3) - 1;
  if (detail::encode_frames(values, column, limit, contest.start(Codec::frames))) contest.enter(3);
}

void decode_constant(const std::byte*, std::size_t, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t* out) {
  std::fill_n(out, to - from, min);
}

}  // namespace

std::string_view name(Codec codec) {
  constexpr std::array<std::string_view, kCodecs> kNames{"constant",   "frame",  "delta", "runs",
                                                         "dictionary", "frames", "steps", "differences"};
  return kNames[static_cast<std::size_t>(codec)];
}

void encode_column(std::span<const std::uint64_t> values, std::vector<std::byte>& out) {
  QUADRILLE_ASSERT(!values.empty() && values.size() <= kBlockRows, "a column of a block has 1 to 1024 rows");
  const ColumnFacts facts(values);
  if (facts.min == facts.max) {
    out.push_back(static_cast<std::byte>(Codec::constant));
    return;
  }
  Contest contest;
  detail::encode_frame(values, facts.min, contest.start(Codec::frame));
  contest.enter();
  const std::size_t limit = contest.limit() - 1;
  if (detail::encode_differences(values, facts.min, limit, contest.start(Codec::differences))) contest.enter();
  if (!facts.ascending) try_unsorted_forms(values, contest);
  if (facts.runs < values.size() - values.size() / 16) {  // else a bit a row is not won back
    detail::encode_runs(values, contest.start(Codec::runs));
    contest.enter(1);
  }
  out.insert(out.end(), contest.best().begin(), contest.best().end());
}

bool encode_column_as(Codec codec, std::span<const std::uint64_t> values, std::vector<std::byte>& out) {
  QUADRILLE_ASSERT(!values.empty() && values.size() <= kBlockRows, "a column of a block has 1 to 1024 rows");
  const ColumnFacts facts(values);
  Bytes form{static_cast<std::byte>(codec)};
  bool possible = true;
  switch (codec) {
    case Codec::constant:
      possible = facts.min == facts.max;
      break;
    case Codec::frame:
      detail::encode_frame(values, facts.min, form);
      break;
    case Codec::differences:
      detail::encode_differences(values, facts.min, detail::kNoLimit, form);
      break;
    case Codec::delta:
    case Codec::steps:
      possible = false;
      break;
    case Codec::runs:
      detail::encode_runs(values, form);
      break;
    case Codec::dictionary:
      detail::encode_dictionary(detail::SortedColumn(values), form);
      break;
    case Codec::frames:
      possible = detail::encode_frames(values, detail::SortedColumn(values), detail::kNoLimit, form);
      break;
  }
  if (possible) out.insert(out.end(), form.begin(), form.end());
  return possible;
}

void decode_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                   std::uint64_t* out) {
  static constexpr detail::Decode* kDecode[kCodecs] = {
      decode_constant,           detail::decode_frame,  detail::decode_delta, detail::decode_runs,
      detail::decode_dictionary, detail::decode_frames, detail::decode_steps, detail::decode_differences};
  const auto codec = static_cast<std::size_t>(codec_of(column));
  QUADRILLE_ASSERT(codec < kCodecs, "a column's first byte names its codec");
  kDecode[codec](column + 1, rows, min, from, to, out);
}

}  // namespace quadrille
