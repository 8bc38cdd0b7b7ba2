#include "query/results/pretty/document_shape.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille::results {

SyntaxTerms::SyntaxTerms(const DocumentTerms& terms)
    : reifies(terms.find_iri(iri::kRdfReifies)),
      first(terms.find_iri(iri::kRdfFirst)),
      rest(terms.find_iri(iri::kRdfRest)),
      nil(terms.find_iri(iri::kRdfNil)) {}

DocumentShape::DocumentShape(const DocumentTerms& terms, const DocumentQuads& quads, std::pmr::memory_resource& memory)
    : terms_(terms),
      quads_(quads),
      syntax_(terms),
      is_annotation_(quads.size(), 0, &memory),
      annotations_(&memory),
      occurrences_(&memory),
      groups_(quads.groups().size(), &memory) {
  TermNumber blanks = 0;
  for (TermNumber term = 0; term < terms.size(); ++term) {
    if (terms.is_blank(term) && blanks++ == 0) first_blank_ = term;
  }
  occurrences_.resize(blanks);
  const auto groups = static_cast<std::uint32_t>(groups_.size());
  find_annotations();
  count_occurrences();
  for (std::uint32_t group = 0; group < groups; ++group) choose_form(group);
  for (std::uint32_t group = 0; group < groups; ++group) find_lists(group);
  std::vector<std::uint32_t> path;
  for (std::uint32_t group = 0; group < groups; ++group) settle(group, path);
}

bool DocumentShape::is_reification(const DocumentQuad& quad) const {
  return quad.predicate == syntax_.reifies && terms_.is_triple(quad.object);
}

// A quad that is a reification itself has no annotations, since it may not be written as a triple.
void DocumentShape::find_annotations() {
  if (syntax_.reifies == kNoTerm) return;
  for (std::uint32_t by = 0; by < quads_.size(); ++by) {
    if (!is_reification(quads_[by])) continue;
    const auto& [subject, predicate, object] = terms_.triple(quads_[by].object);
    const DocumentQuad triple{quads_[by].graph, subject, predicate, object};
    const std::uint32_t of = is_reification(triple) ? kNone : quads_.find(triple);
    if (of == kNone) continue;
    is_annotation_[by] = 1;
    annotations_.push_back({of, by});
  }
  std::sort(annotations_.begin(), annotations_.end());
}

std::span<const DocumentShape::Annotation> DocumentShape::annotations(std::uint32_t of) const {
  const auto begin = std::lower_bound(annotations_.begin(), annotations_.end(), Annotation{of, 0});
  auto end = begin;
  while (end != annotations_.end() && end->of == of) ++end;
  return {begin, end};
}

void DocumentShape::note_graph(TermNumber term, std::uint32_t graph) {
  Occurrences& of_term = occurrences(term);
  if (of_term.graph == kNone) of_term.graph = graph;
  of_term.elsewhere = of_term.elsewhere || of_term.graph != graph;
}

void DocumentShape::note_component(TermNumber term) {
  if (terms_.is_blank(term)) occurrences(term).elsewhere = true;
  if (!terms_.is_triple(term)) return;
  for (const TermNumber component : terms_.triple(term)) note_component(component);
}

// The triple term of an annotation is not written: its components are those of a quad.
void DocumentShape::count_occurrences() {
  for (std::uint32_t place = 0; place < quads_.size(); ++place) {
    const DocumentQuad& quad = quads_[place];
    if (quad.graph != 0) note_component(quad.graph - 1);
    if (terms_.is_blank(quad.subject)) note_graph(quad.subject, quad.graph);
    if (terms_.is_triple(quad.object) && !is_annotation(place)) note_component(quad.object);
    if (!terms_.is_blank(quad.object)) continue;
    note_graph(quad.object, quad.graph);
    Occurrences& of_object = occurrences(quad.object);
    of_object.objects = static_cast<std::uint8_t>(std::min(of_object.objects + 1, 2));
    of_object.object_of = place;
  }
}

void DocumentShape::choose_form(std::uint32_t group) {
  Group& chosen = groups_[group];
  const TermNumber subject = quads_.head(group).subject;
  std::uint32_t reifications = 0, annotation = kNone, annotations = 0;
  for (std::uint32_t quad = quads_.groups()[group].first; quad < quads_.groups()[group].last; ++quad) {
    if (!is_reification(quads_[quad])) continue;
    if (is_annotation(quad)) {
      annotation = quad;
      ++annotations;
    } else {
      chosen.reification = quad;
      ++reifications;
    }
  }
  if (reifications != 1) chosen.reification = kNone;
  const bool is_blank = terms_.is_blank(subject);
  const bool is_local = is_blank && !occurrences(subject).elsewhere;
  if (is_local && annotations == 0 && occurrences(subject).objects == 1) {
    chosen.form = Form::node;
    chosen.parent = occurrences(subject).object_of;
    chosen.has_label = false;
  } else if (annotations == 1 && reifications == 0) {
    const auto& [of_subject, of_predicate, of_object] = terms_.triple(quads_[annotation].object);
    chosen.form = Form::block;
    chosen.parent = quads_.find({quads_[annotation].graph, of_subject, of_predicate, of_object});
    chosen.has_label = !is_local || occurrences(subject).objects > 0;
  } else {
    chosen.has_label = !is_local || annotations > 0 || occurrences(subject).objects > 0;
  }
}

bool DocumentShape::may_be_cell(std::uint32_t group) const {
  const auto [first, last] = quads_.groups()[group];
  return groups_[group].form == Form::node && last - first == 2 && quads_[first].predicate == syntax_.first &&
         quads_[first + 1].predicate == syntax_.rest && annotations(first).empty() && annotations(first + 1).empty();
}

// Follows the rests to a group that is known, or is no cell. A cycle of rests is no list.
void DocumentShape::find_lists(std::uint32_t group) {
  if (syntax_.rest == kNoTerm || syntax_.first == kNoTerm) return;
  Cell found = Cell::no;
  std::uint32_t at = group;
  while (at != kNone) {
    if (groups_[at].cell != Cell::unknown) {
      found = groups_[at].cell;
      break;
    }
    groups_[at].cell = Cell::no;  // also of a cycle
    if (!may_be_cell(at)) break;
    const std::uint32_t rest = quads_.groups()[at].first + 1;
    if (quads_[rest].object == syntax_.nil) {
      found = groups_[at].cell = Cell::yes;
      break;
    }
    at = node_at(rest);
  }
  for (at = group; found == Cell::yes && groups_[at].cell != Cell::yes; at = node_at(quads_.groups()[at].first + 1)) {
    groups_[at].cell = Cell::yes;
  }
}

std::uint32_t DocumentShape::node_at(std::uint32_t quad) const {
  const TermNumber object = quads_[quad].object;
  if (!terms_.is_blank(object) || occurrences(object).object_of != quad) return kNone;
  const std::uint32_t group = quads_.find_group(quads_[quad].graph, object);
  return group != kNone && groups_[group].form == Form::node ? group : kNone;
}

bool DocumentShape::is_empty_node(std::uint32_t quad) const {
  const TermNumber object = quads_[quad].object;
  if (!terms_.is_blank(object)) return false;
  const Occurrences& of_object = occurrences(object);
  return of_object.objects == 1 && !of_object.elsewhere && quads_.find_group(quads_[quad].graph, object) == kNone;
}

// True for a cell that is the rest of a cell: it is as deep as that.
bool DocumentShape::continues_list(std::uint32_t group) const {
  return is_list(group) && quads_[groups_[group].parent].predicate == syntax_.rest && is_list(parent_group(group));
}

void DocumentShape::make_statement(std::uint32_t group) {
  Group& made = groups_[group];
  made.form = Form::statement;
  made.has_label = true;
  made.depth = 0;
  if (made.cell == Cell::yes) made.cell = Cell::no;
}

void DocumentShape::settle_depth(std::uint32_t group) {
  Group& settled = groups_[group];
  settled.visit = Visit::done;
  if (settled.form == Form::statement) return;
  const int depth = groups_[parent_group(group)].depth + (continues_list(group) ? 0 : 1);
  if (depth > kDeepestGroup) return make_statement(group);
  settled.depth = static_cast<std::uint8_t>(depth);
}

// Goes up from a group to one that is settled. In a cycle, one group becomes a statement: never one that continues a
// list, since a cycle of such does not end in rdf:nil.
void DocumentShape::settle(std::uint32_t group, std::vector<std::uint32_t>& path) {
  path.clear();
  while (groups_[group].visit == Visit::none) {
    groups_[group].visit = Visit::open;
    path.push_back(group);
    if (groups_[group].form == Form::statement) break;
    group = parent_group(group);
  }
  const bool is_cycle = groups_[group].visit == Visit::open && groups_[group].form != Form::statement;
  if (is_cycle) {
    const auto in_cycle = std::find(path.begin(), path.end(), group);
    const auto broken = std::find_if(in_cycle, path.end(), [&](std::uint32_t one) { return !continues_list(one); });
    QUADRILLE_ASSERT(broken != path.end(), "a cycle of rests is no list");
    make_statement(*broken);
    std::rotate(path.begin(), broken + 1, path.end());  // those that it leads to are above the others now
  }
  for (auto at = path.rbegin(); at != path.rend(); ++at) settle_depth(*at);
}

}  // namespace quadrille::results
