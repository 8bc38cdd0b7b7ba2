#include "query/answer/cell_texts.hpp"

#include <algorithm>

#include "dictionary/term_key.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kKeptBytes = 512 << 10;  // of texts that are kept between batches
constexpr std::size_t kLeastStretch = 64;      // average number of values
constexpr std::size_t kDecodedAtOnce = 256;    // keys; then their size is checked

// The end of the ascending stretch that begins at `first`.
template <class Values, class HuriOf>
std::size_t end_of_stretch(const Values& values, std::size_t first, const HuriOf& huri_of) {
  std::size_t end = first + 1;
  while (end < values.size() && huri_of(values[end - 1]) <= huri_of(values[end])) ++end;
  return end;
}

}  // namespace

KeyTexts::KeyTexts(const results::TermSyntax& syntax, const results::TextRows::Frame* frame)
    : syntax_(syntax), frame_(frame), iri_(form_of(syntax.iri())), string_(form_of(syntax.string())) {}

KeyTexts::Form KeyTexts::form_of(const results::TermSyntax::Plain& plain) const {
  if (!frame_) return {plain.open, plain.close, plain.special};
  return {results::WideText(frame_->open.view(), plain.open.view()),
          results::WideText(plain.close.view(), frame_->close.view()), plain.special};
}

void KeyTexts::append_other(HuriKind kind, std::string_view key, results::TextBuffer& out) {
  scratch_.clear();
  syntax_.append(from_key(kind, key), scratch_);
  if (frame_) out.append_wide(frame_->open.view());
  out.append(scratch_);
  if (frame_) out.append_wide(frame_->close.view());
}

bool mostly_ascends(std::span<const Huri> values) {
  std::size_t descents = 0, unbound = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    descents += i > 0 && values[i] < values[i - 1];
    unbound += values[i].is_unbound();
  }
  return unbound == 0 && descents * kLeastStretch <= values.size();
}

ColumnTexts::ColumnTexts(Context& context, const results::TermSyntax& syntax, bool term_by_term)
    : syntax_(syntax),
      term_by_term_(term_by_term),
      keys_(syntax, nullptr),
      buffer_(context.arena.own()),
      entries_(&context.arena.own()),
      numbers_(&context.arena.own()),
      places_(&context.arena.own()),
      texts_(&context.arena.own()),
      new_(&context.arena.own()),
      others_(&context.arena.own()),
      huris_(&context.arena.own()),
      terms_(&context.arena.own()) {}

void ColumnTexts::forget() {
  entries_.clear();
  numbers_.clear();
  buffer_.clear();
  decoded_ = 0;
}

std::uint32_t ColumnTexts::entry_of(Huri huri) {
  const std::hash<Huri> hash;
  numbers_.make_room(entries_.size(), [&](std::uint32_t entry) { return hash(entries_[entry].huri); });
  const std::uint32_t entry = numbers_.find_or_insert(
      hash(huri), entries_.size(), [&](std::uint32_t known) { return entries_[known].huri == huri; });
  if (entry == entries_.size()) entries_.push_back({huri});
  return entry + 1;
}

void ColumnTexts::find_entries(std::span<const Huri> values) {
  const bool by_neighbour = mostly_ascends(values);
  if (by_neighbour || !indexed_ || buffer_.size() > kKeptBytes) forget();
  indexed_ = !by_neighbour;
  places_.resize(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    const Huri huri = values[row];
    if (row > 0 && huri == values[row - 1]) {
      places_[row] = places_[row - 1];
    } else if (by_neighbour) {
      entries_.push_back({huri});
      places_[row] = static_cast<std::uint32_t>(entries_.size());
    } else {
      places_[row] = huri.is_unbound() ? 0 : entry_of(huri);
    }
  }
}

bool ColumnTexts::read(Context& context, std::span<const Huri> values, std::size_t most_bytes) {
  find_entries(values);
  if (!decode_new(context, values.size() > 1 ? most_bytes : ~std::size_t{0})) {
    forget();
    return false;
  }
  texts_.resize(values.size());
  buffer_.reserve(1);  // so that an empty text has an address
  const char* const texts = buffer_.view().data();
  for (std::size_t row = 0; row < values.size(); ++row) {
    const std::uint32_t place = places_[row];
    texts_[row] = {};
    if (place != 0) texts_[row] = {texts + entries_[place - 1].begin, entries_[place - 1].bytes};
  }
  return true;
}

bool ColumnTexts::decode_new(Context& context, std::size_t most_bytes) {
  new_.clear(), others_.clear();
  for (; decoded_ < entries_.size(); ++decoded_) {
    const Huri huri = entries_[decoded_].huri;
    auto& kind = !term_by_term_ && context.dictionary.can_read_key(huri) ? new_ : others_;
    kind.push_back({huri, static_cast<std::uint32_t>(decoded_)});
  }
  const auto huri_of = [](const New& one) { return one.huri; };
  std::size_t stretches = 0;
  for (std::size_t first = 0; first < new_.size(); ++stretches) first = end_of_stretch(new_, first, huri_of);
  if (stretches > 1 && stretches * kLeastStretch > new_.size()) {
    std::sort(new_.begin(), new_.end(), [](const New& a, const New& b) { return a.huri < b.huri; });
  }
  for (std::size_t first = 0; first < new_.size();) {
    const std::size_t end = std::min(end_of_stretch(new_, first, huri_of), first + kDecodedAtOnce);
    decode_keys(context.dictionary.vocabulary(), std::span(new_).subspan(first, end - first));
    if (buffer_.size() > most_bytes) return false;
    first = end;
  }
  for (std::size_t first = 0; first < others_.size(); first += kDecodedAtOnce) {
    decode_others(context, std::span(others_).subspan(first, std::min(kDecodedAtOnce, others_.size() - first)));
    if (buffer_.size() > most_bytes) return false;
  }
  return true;
}

void ColumnTexts::decode_keys(const Vocabulary& vocabulary, std::span<const New> keys) {
  huris_.resize(keys.size());
  std::transform(keys.begin(), keys.end(), huris_.begin(), [](const New& one) { return one.huri; });
  std::size_t begin = buffer_.size();
  keys_.append(vocabulary, huris_, buffer_, [&](std::size_t i) {
    const std::size_t end = buffer_.size();
    Entry& entry = entries_[keys[i].entry];
    entry.begin = begin;
    entry.bytes = end - begin;
    begin = end;
  });
}

void ColumnTexts::decode_others(Context& context, std::span<const New> others) {
  huris_.resize(others.size());
  terms_.resize(others.size());
  std::transform(others.begin(), others.end(), huris_.begin(), [](const New& one) { return one.huri; });
  std::pmr::monotonic_buffer_resource memory(&context.arena.own());
  context.dictionary.read(huris_, terms_, memory);
  for (std::size_t i = 0; i < others.size(); ++i) {
    scratch_.clear();
    syntax_.append(terms_[i], scratch_);
    Entry& entry = entries_[others[i].entry];
    entry.begin = buffer_.size();
    entry.bytes = scratch_.size();
    buffer_.append(scratch_);
  }
}

}  // namespace quadrille::query
