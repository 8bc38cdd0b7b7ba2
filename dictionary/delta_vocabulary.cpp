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

void DeltaVocabulary::read_from(pgas::Team& team, const DeltaVocabulary* copy) {
  struct Tables {
    const DeltaTables* const* of_image;
  };
  // The addresses are in memory that the group shares.
  pgas::QueryArena arena(team.heap());
  std::span<const DeltaTables*> mine;
  if (copy != nullptr) {
    mine = arena.make_span<const DeltaTables*>(tables_.size());
    std::copy(copy->tables_.begin(), copy->tables_.end(), mine.begin());
  }
  const auto all = team.all_gather(Tables{mine.data()});
  const Tables& of_group = all[static_cast<std::size_t>(team.group_begin(team.group()))];
  for (int member = 0; member < team.size(); ++member) {
    const auto image = static_cast<std::size_t>(index(team.image(member)));
    if (!team.in_my_group(member)) tables_[image] = of_group.of_image[image];
  }
  team.barrier();  // all have read the addresses
}

bool DeltaVocabulary::is_here(Huri huri) const {
  return is_delta_term(huri) && delta_part(huri) < parts_ && is_here(owner_of(huri)) &&
         volatile_index(huri) < table(delta_part(huri)).size();
}

TermView DeltaVocabulary::term(Huri huri) const {
  QUADRILLE_ASSERT(is_here(huri), "V4: a term that a query meets is here or in the copy");
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
  QUADRILLE_ASSERT(is_here(image_of_part(part)), "V4: the group has the table or a copy");
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
  if (!is_interned(kind) || place_of(term).kind != kind || place_of(term).inlined) return false;
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

// The first of some exported terms, with its part and kind; removes it.
struct ExportedTerm {
  std::uint32_t part;
  HuriKind kind;
  TermView term;
};

ExportedTerm take_first(std::string_view& exported) {
  const auto text = load<std::uint64_t>(exported.data() + 6), datatype = load<std::uint64_t>(exported.data() + 14),
             language = load<std::uint64_t>(exported.data() + 22);
  const ExportedTerm first{
      load<std::uint32_t>(exported.data()),
      static_cast<HuriKind>(exported[4]),
      {static_cast<TermKind>(exported[5]), exported.substr(kHeadBytes, text),
       exported.substr(kHeadBytes + text, datatype), exported.substr(kHeadBytes + text + datatype, language)}};
  exported.remove_prefix(kHeadBytes + text + datatype + language);
  return first;
}

}  // namespace

std::uint64_t DeltaVocabulary::count_of(std::string_view exported) {
  std::uint64_t count = 0;
  for (; !exported.empty(); ++count) take_first(exported);
  return count;
}

// In the order of their creation, over all parts: a copy's tables then have the same moments (D4).
DeltaVocabulary::Exported DeltaVocabulary::export_new_terms(std::size_t most_bytes) const {
  std::vector<std::pair<std::uint64_t, std::pair<std::uint32_t, std::uint64_t>>> added;  // born, (part, number)
  const std::uint64_t size = this->size(image_);
  for (std::uint32_t part = first_part(image_); size > exported_ && part < end_part(image_); ++part) {
    for (std::uint64_t number = size_at(part, exported_), end = size_at(part, size); number < end; ++number) {
      added.push_back({at(part, number).born, {part, number}});
    }
  }
  std::sort(added.begin(), added.end());
  Exported exported{exported_, added.size(), {}};
  for (const auto& [born, place] : added) {
    if (exported.terms.size() >= most_bytes) break;
    const DeltaTermTable::Entry& entry = at(place.first, place.second);
    append(exported.terms, place.first, entry.kind, entry.term);
    --exported.more;
  }
  return exported;
}

void DeltaVocabulary::mark_exported() {
  exported_before_ = exported_;
  exported_ = size(image_);
}

void DeltaVocabulary::append_exported(std::string& out, TermView term) const {
  append(out, part_of(term), place_of(term).kind, term);
}

void DeltaVocabulary::import_terms(std::string_view exported) {
  while (!exported.empty()) {
    const ExportedTerm next = take_first(exported);
    mine_->intern(next.part, next.term, next.kind, delta_hash(next.term));
  }
}

void DeltaVocabulary::follow(ImageId image, std::uint64_t first, std::string_view exported) {
  const auto require = [&](bool holds) {
    if (!holds) {
      fail(ErrorKind::memory,
           "a copy of the new terms of image {} differs from them, because memory ran out before: compact the "
           "database, or restart the server",
           index(image));
    }
  };
  DeltaTerms& copy = *copies_[static_cast<std::size_t>(index(image))];
  for (std::uint64_t born = first; !exported.empty(); ++born) {
    const std::uint64_t size = this->size(image);
    require(size >= born);
    const ExportedTerm next = take_first(exported);
    const std::uint64_t hash = delta_hash(next.term);
    if (size == born) {
      copy.intern(next.part, next.term, next.kind, hash);
    } else {
      const auto number = table(next.part).find(next.term, hash);
      require(number && table(next.part).at(*number).born == born);
    }
  }
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
