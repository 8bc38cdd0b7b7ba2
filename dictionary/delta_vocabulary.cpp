#include "dictionary/delta_vocabulary.hpp"

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille {

DeltaVocabulary::DeltaVocabulary(pgas::Team& team, std::pmr::memory_resource& memory, std::uint32_t parts)
    : image_(team.image(team.rank())), parts_(parts), tables_(static_cast<std::size_t>(team.size()), nullptr) {
  QUADRILLE_ASSERT(parts > 0 && parts <= kMaxDeltaParts, "a delta HURI has 16 bits for its part");
  mine_ = std::make_unique<DeltaTerms>(memory, first_part(image_), end_part(image_) - first_part(image_));
  const std::vector<const DeltaTables*> all = team.all_gather(mine_->tables());
  for (int member = 0; member < team.size(); ++member) {
    const auto image = static_cast<std::size_t>(index(team.image(member)));
    QUADRILLE_ASSERT(image < tables_.size(), "all images of the job make the delta vocabulary together");
    if (team.in_my_group(member)) tables_[image] = all[static_cast<std::size_t>(member)];
  }
}

DeltaVocabulary::DeltaVocabulary(ImageId image, int images, std::pmr::memory_resource& memory, std::uint32_t parts)
    : image_(image), parts_(parts), tables_(static_cast<std::size_t>(images), nullptr) {
  for (int number = 0; number < images; ++number) {
    const ImageId its{number};
    copies_.push_back(std::make_unique<DeltaTerms>(memory, first_part(its), end_part(its) - first_part(its)));
    tables_[static_cast<std::size_t>(number)] = copies_.back()->tables();
  }
}

bool DeltaVocabulary::is_here(Huri huri) const {
  return is_delta_term(huri) && delta_part(huri) < parts_ && is_here(owner_of(huri)) &&
         volatile_index(huri) < table(delta_part(huri)).size();
}

TermView DeltaVocabulary::term(Huri huri) const {
  QUADRILLE_ASSERT(is_here(huri), "V4: a group of images that has the table is asked for its terms");
  return at(delta_part(huri), volatile_index(huri)).term;
}

const DeltaTermTable::Entry& DeltaVocabulary::at(std::uint32_t part, std::uint64_t number) const {
  const DeltaTermTable& its = table(part);
  QUADRILLE_ASSERT(number < its.size(), "D1: a delta HURI has its term");
  return its.at(number);
}

std::uint64_t DeltaVocabulary::size_at(std::uint32_t part, std::uint64_t image_size) const {
  return table(part).size_at(image_size);
}

Huri DeltaVocabulary::find(TermView term) const {
  if (term.kind == TermKind::blank) return kUnbound;
  const std::uint64_t hash = delta_hash(term);
  const std::uint32_t part = part_of_hash(hash);
  QUADRILLE_ASSERT(is_here(image_of_part(part)), "V4: a term's owner is asked for its HURI");
  const DeltaTermTable& its = table(part);
  const auto number = its.find(term, hash);
  if (!number || *number >= its.size()) return kUnbound;  // the latter is being added now
  return make_delta_huri(its.at(*number).kind, part, *number);
}

Huri DeltaVocabulary::intern(TermView term) {
  const std::uint64_t hash = delta_hash(term);
  const std::uint32_t part = part_of_hash(hash);
  QUADRILLE_ASSERT(image_of_part(part) == image_, "V1: a term is interned by its owner");
  return mine_->intern(part, term, place_of(term).kind, hash);
}

bool DeltaVocabulary::restore(std::uint32_t part, TermView term, HuriKind kind) {
  QUADRILLE_ASSERT(part < parts_ && image_of_part(part) == image_, "a part is restored by its owner");
  if (!in_vocabulary(kind) || place_of(term).kind != kind || place_of(term).inlined) return false;
  const std::uint64_t hash = delta_hash(term);
  if (part_of_hash(hash) != part || table(part).find(term, hash)) return false;
  mine_->intern(part, term, kind, hash);
  return true;
}

namespace {

// | part : 4 | kind : 1 | kind of term : 1 | bytes of text, datatype, language : 8 each | these |
constexpr std::size_t kHeadBytes = 6 + 3 * sizeof(std::uint64_t);

void append(std::string& out, std::uint32_t part, HuriKind kind, const TermView& term) {
  char head[kHeadBytes];
  store(head, part);
  head[4] = static_cast<char>(kind);
  head[5] = static_cast<char>(term.kind);
  store<std::uint64_t>(head + 6, term.text.size());
  store<std::uint64_t>(head + 14, term.datatype.size());
  store<std::uint64_t>(head + 22, term.language.size());
  out.append(head, sizeof head).append(term.text).append(term.datatype).append(term.language);
}

void intern_all(DeltaTerms& tables, std::string_view exported) {
  while (!exported.empty()) {
    const auto part = load<std::uint32_t>(exported.data());
    const auto kind = static_cast<HuriKind>(exported[4]);
    const auto text = load<std::uint64_t>(exported.data() + 6), datatype = load<std::uint64_t>(exported.data() + 14),
               language = load<std::uint64_t>(exported.data() + 22);
    const TermView term{static_cast<TermKind>(exported[5]), exported.substr(kHeadBytes, text),
                        exported.substr(kHeadBytes + text, datatype),
                        exported.substr(kHeadBytes + text + datatype, language)};
    tables.intern(part, term, kind, delta_hash(term));
    exported.remove_prefix(kHeadBytes + text + datatype + language);
  }
}

}  // namespace

// In the order of their creation, over all parts: a copy's tables then have the same moments (D4).
std::string DeltaVocabulary::export_new_terms() {
  const std::uint32_t first = first_part(image_);
  exported_.resize(end_part(image_) - first);
  std::vector<std::pair<std::uint64_t, std::pair<std::uint32_t, std::uint64_t>>> added;  // born, (part, number)
  for (std::uint32_t part = 0; part < exported_.size(); ++part) {
    for (const std::uint64_t size = table(first + part).size(); exported_[part] < size; ++exported_[part]) {
      added.push_back({at(first + part, exported_[part]).born, {first + part, exported_[part]}});
    }
  }
  std::sort(added.begin(), added.end());
  std::string out;
  for (const auto& [born, place] : added) {
    const DeltaTermTable::Entry& entry = at(place.first, place.second);
    append(out, place.first, entry.kind, entry.term);
  }
  return out;
}

void DeltaVocabulary::mark_exported() {
  const std::uint32_t first = first_part(image_);
  exported_.resize(end_part(image_) - first);
  exported_before_ = exported_;
  for (std::uint32_t part = 0; part < exported_.size(); ++part) exported_[part] = table(first + part).size();
}

void DeltaVocabulary::unmark_exported() {
  exported_ = exported_before_;
}

void DeltaVocabulary::append_exported(std::string& out, TermView term) const {
  append(out, part_of(term), place_of(term).kind, term);
}

void DeltaVocabulary::import_terms(std::string_view exported) {
  intern_all(*mine_, exported);
}

void DeltaVocabulary::follow(ImageId image, std::string_view exported) {
  intern_all(*copies_[static_cast<std::size_t>(index(image))], exported);
}

DeltaView::DeltaView(const DeltaVocabulary& vocabulary, std::vector<std::uint64_t> sizes) : sizes_(std::move(sizes)) {
  QUADRILLE_ASSERT(static_cast<int>(sizes_.size()) == vocabulary.images(), "the view has the size of every table");
  const bool any = std::any_of(sizes_.begin(), sizes_.end(), [](std::uint64_t size) { return size > 0; });
  if (any) vocabulary_ = &vocabulary;
}

Huri DeltaView::find(TermView term) const {
  const Huri huri = vocabulary_->find(term);
  if (huri.is_unbound()) return huri;
  const auto image = static_cast<std::size_t>(index(vocabulary_->owner_of(huri)));
  return vocabulary_->at(delta_part(huri), volatile_index(huri)).born < sizes_[image] ? huri : kUnbound;
}

}  // namespace quadrille
