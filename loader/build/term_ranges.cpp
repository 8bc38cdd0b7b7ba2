#include "loader/build/term_ranges.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace quadrille {

namespace {

struct Sample {
  std::string_view text;
  std::uint64_t weight;  // the number of terms after the previous sample, up to this one
};

TermSamples take_samples(std::span<const SortedTerm> terms, std::uint64_t count) {
  TermSamples samples;
  const std::uint64_t step = std::max<std::uint64_t>(1, terms.size() / std::max<std::uint64_t>(1, count));
  for (std::uint64_t at = step; at <= terms.size(); at += step) samples.add(step, terms[at - 1].record().text());
  return samples;
}

void read_samples(const std::string& bytes, std::vector<Sample>& samples) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  for (const unsigned char* const end = at + bytes.size(); at != end;) {
    const std::uint64_t weight = get_varint(at);
    const std::uint64_t size = get_varint(at);
    samples.push_back({{reinterpret_cast<const char*>(at), size}, weight});
    at += size;
  }
}

}  // namespace

// The start of a long text splits as well as the whole text.
void TermSamples::add(std::uint64_t weight, std::string_view text) {
  constexpr std::size_t kLongestSample = 4096;
  text = text.substr(0, kLongestSample);
  append_varint(bytes_, weight);
  append_varint(bytes_, text.size());
  bytes_ += text;
}

std::vector<std::string> choose_splitters(pgas::Team& team, const TermSamples& mine, std::uint32_t ranges) {
  const std::vector<std::string> gathered = team.all_gather_bytes(mine.bytes());
  std::vector<Sample> samples;
  for (const std::string& bytes : gathered) read_samples(bytes, samples);
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.text < b.text; });
  std::uint64_t total = 0;
  for (const Sample& sample : samples) total += sample.weight;
  std::vector<std::string> splitters;
  std::uint64_t passed = 0;
  for (const Sample& sample : samples) {
    passed += sample.weight;
    while (splitters.size() + 1 < ranges && passed * ranges >= total * (splitters.size() + 1)) {
      splitters.emplace_back(sample.text);
    }
  }
  splitters.resize(ranges - 1, splitters.empty() ? std::string() : splitters.back());
  return splitters;
}

CutTerms cut_into_ranges(pgas::Team& team, std::span<const SortedTerm> mine, std::uint32_t ranges) {
  const auto images = static_cast<std::uint64_t>(team.size());
  const std::uint64_t samples_here = (TermSamples::kPerRange * ranges + images - 1) / images;
  CutTerms cut{mine, {0}};
  for (const std::string& splitter : choose_splitters(team, take_samples(mine, samples_here), ranges)) {
    const auto place =
        std::lower_bound(mine.begin(), mine.end(), splitter,
                         [](const SortedTerm& term, const std::string& text) { return term.record().text() < text; });
    cut.bounds.push_back(static_cast<std::uint64_t>(place - mine.begin()));
  }
  cut.bounds.push_back(mine.size());
  return cut;
}

}  // namespace quadrille
