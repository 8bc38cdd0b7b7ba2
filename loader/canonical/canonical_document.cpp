#include "loader/canonical/canonical_document.hpp"

#include <algorithm>

namespace quadrille::canonical {

namespace {

// The numbers from 0 to count - 1 in the order of their decimal texts: each is followed by those that begin with it.
std::vector<std::uint32_t> numbers_as_texts(std::uint64_t count) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(count);
  if (count > 0) numbers.push_back(0);
  for (std::uint64_t number = 1; numbers.size() < count;) {
    numbers.push_back(static_cast<std::uint32_t>(number));
    if (number * 10 < count) {
      number *= 10;
      continue;
    }
    while (number % 10 == 9 || number + 1 >= count) number /= 10;
    ++number;
  }
  return numbers;
}

}  // namespace

CanonicalDocument::CanonicalDocument(Dataset dataset, const IdentifierIssuer& canonical)
    : dataset_(std::move(dataset)),
      numbers_(numbers_as_texts(dataset_.blank_nodes())),
      issued_(canonical.issued().begin(), canonical.issued().end()) {
  if (issued_.empty()) return;
  const std::uint32_t first = dataset_.first_blank();
  std::vector<std::uint32_t> rank_of(numbers_.size());
  for (std::uint32_t place = 0; place < numbers_.size(); ++place) rank_of[issued_[numbers_[place]]] = first + place;
  for (auto& [subject, predicate, object, graph] : dataset_.quads()) {
    for (std::uint32_t* const term : {&subject, &object, &graph}) {
      if (*term >= first) *term = rank_of[*term - first];
    }
  }
  std::sort(dataset_.quads().begin(), dataset_.quads().end());
}

void CanonicalDocument::write(const std::function<void(std::string_view)>& out) const {
  constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
  const auto append_label = [&](std::string& text, std::uint32_t rank) {
    text += "_:c14n";
    text += std::to_string(numbers_[rank - dataset_.first_blank()]);
  };
  std::string piece, line;
  for (const RankedQuad& quad : dataset_.quads()) {
    line.clear();
    append_line(line, quad, dataset_, append_label);
    if (piece.size() + line.size() > kPieceBytes && !piece.empty()) {
      out(piece);
      piece.clear();
    }
    piece += line;
  }
  if (!piece.empty()) out(piece);
}

std::vector<CanonicalLabel> CanonicalDocument::labels() const {
  std::vector<CanonicalLabel> labels;
  labels.reserve(issued_.size());
  for (std::uint32_t number = 0; number < issued_.size(); ++number) {
    const BlankName name = name_of_blank(dataset_.text(dataset_.first_blank() + issued_[number]));
    labels.push_back({name.document, name.label, number});
  }
  return labels;
}

}  // namespace quadrille::canonical
