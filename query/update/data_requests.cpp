#include "query/update/data_requests.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "quadstore/membership.hpp"
#include "query/update/send_records.hpp"
#include "query/update/term_numbers.hpp"

namespace quadrille::query {

namespace {

using parser::UpdateKind;

const Term& term_of(const parser::Node& node) {
  return std::get<Term>(node);
}

template <class Visit>
void for_each_label(const parser::UpdateOperation& operation, Visit&& visit) {
  for (const auto& [triple, graph] : operation.insert_template) {
    for (const parser::Node* node : {&triple.subject, &triple.object}) {
      if (term_of(*node).kind == TermKind::blank) visit(std::string_view(term_of(*node).text));
    }
  }
}

struct Step {
  Quad quad;
  std::uint32_t request = 0;
  std::uint32_t inserts = 0;  // 1: INSERT DATA
};

// The steps of all requests, on the image that has them.
class Steps {
 public:
  void add(const parser::UpdateOperation& operation, std::uint32_t request, std::uint64_t& next_blank) {
    std::map<std::string_view, Huri> labels;
    for_each_label(operation, [&](std::string_view label) {
      if (labels.try_emplace(label, FreshBlanks::huri(next_blank)).second) ++next_blank;
    });
    const bool inserts = operation.kind == UpdateKind::insert_data;
    for (const auto& [triple, graph] : inserts ? operation.insert_template : operation.delete_template) {
      NumberedStep step{{number(triple.subject, labels, inserts), number(triple.predicate, labels, inserts),
                         number(triple.object, labels, inserts), kDefault},
                        request,
                        inserts};
      if (graph) step.numbers[3] = number(*graph, labels, inserts);
      steps_.push_back(step);
    }
  }

  // Collective, with the steps of this image or none. Quads that are not well formed are left out.
  std::vector<Step> stored(DeltaInterner& interner, bool deletes) {
    store(interner, true);
    if (deletes) store(interner, false);
    std::vector<Step> steps;
    steps.reserve(steps_.size());
    for (const auto& [numbers, request, inserts] : steps_) {
      const Quad quad{huri(numbers[0]), huri(numbers[1]), huri(numbers[2]), huri(numbers[3])};
      if (is_well_formed(quad)) steps.push_back({quad, request, inserts ? 1U : 0U});
    }
    return steps;
  }

 private:
  static constexpr std::uint32_t kDefault = ~std::uint32_t{0};  // the default graph
  static constexpr std::uint32_t kBlank = std::uint32_t{1} << 31;

  struct NumberedStep {
    std::array<std::uint32_t, 4> numbers;
    std::uint32_t request;
    bool inserts;
  };

  std::uint32_t number(const parser::Node& node, const std::map<std::string_view, Huri>& labels, bool inserts) {
    const Term& term = term_of(node);
    if (term.kind == TermKind::blank) {
      blanks_.push_back(labels.at(term.text));
      return kBlank | static_cast<std::uint32_t>(blanks_.size() - 1);
    }
    const std::uint32_t number = terms_.of(term.view());
    is_inserted_.resize(terms_.size());
    if (inserts) is_inserted_[number] = true;
    return number;
  }

  Huri huri(std::uint32_t number) const {
    if (number == kDefault) return kDefaultGraph;
    return (number & kBlank) != 0 ? blanks_[number & ~kBlank] : huris_[number];
  }

  // Collective. The terms of quads that are inserted get their HURIs; of the others, those that have one.
  void store(DeltaInterner& interner, bool inserted) {
    huris_.resize(terms_.size());
    std::vector<TermView> terms;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < terms_.size(); ++number) {
      if (is_inserted_[number] != inserted) continue;
      terms.push_back(terms_.term(number));
      numbers.push_back(number);
    }
    std::vector<Huri> found(terms.size());
    inserted ? interner.intern(terms, found) : interner.find(terms, found);
    for (std::size_t place = 0; place < numbers.size(); ++place) huris_[numbers[place]] = found[place];
  }

  TermNumbers terms_;
  std::vector<bool> is_inserted_;  // by number: of a quad that is inserted
  std::vector<Huri> huris_;        // by number
  std::vector<Huri> blanks_;
  std::vector<NumberedStep> steps_;
};

// `steps` in the order of the requests.
DataChanges changes_of(std::vector<Step> steps, const Snapshot& snapshot, std::size_t requests) {
  DataChanges result;
  result.changes.are_effective = true;
  result.counts.resize(requests);
  const OwnerOrder order(snapshot.shards());
  std::stable_sort(steps.begin(), steps.end(), [&](const Step& a, const Step& b) { return order(a.quad, b.quad); });
  std::vector<Quad> quads;
  for (const Step& step : steps) {
    if (quads.empty() || quads.back() != step.quad) quads.push_back(step.quad);
  }
  const std::vector<bool> was_there = contains(snapshot, quads);
  auto step = steps.begin();
  for (std::size_t place = 0; place < quads.size(); ++place) {
    bool is_there = was_there[place];
    for (; step != steps.end() && step->quad == quads[place]; ++step) {
      const bool wanted = step->inserts != 0;
      if (wanted == is_there) continue;
      is_there = wanted;
      ++(wanted ? result.counts[step->request].inserted : result.counts[step->request].deleted);
    }
    if (is_there != was_there[place]) {
      (is_there ? result.changes.inserts : result.changes.deletes).push_back(quads[place]);
    }
  }
  return result;
}

}  // namespace

bool is_data(const parser::Update& update, DataShape& shape) {
  shape = {};
  for (const parser::UpdateOperation& operation : update.operations) {
    const bool inserts = operation.kind == UpdateKind::insert_data;
    if (!inserts && operation.kind != UpdateKind::delete_data) return false;
    shape.deletes |= !inserts;
    shape.quads += operation.insert_template.size() + operation.delete_template.size();
    std::vector<std::string_view> labels;
    for_each_label(operation, [&](std::string_view label) { labels.push_back(label); });
    std::sort(labels.begin(), labels.end());
    shape.blanks += static_cast<std::uint64_t>(std::unique(labels.begin(), labels.end()) - labels.begin());
  }
  return true;
}

DataChanges run_data_requests(Context& context, DeltaInterner& interner, FreshBlanks& blanks,
                              std::span<const parser::Update* const> updates, std::size_t requests,
                              const DataShape& shape) {
  Steps mine;
  std::uint64_t next_blank = blanks.take_same(shape.blanks);
  for (std::uint32_t request = 0; request < updates.size(); ++request) {
    for (const parser::UpdateOperation& operation : updates[request]->operations) {
      mine.add(operation, request, next_blank);
    }
  }
  const auto owner = [&](const Step& step) {
    return context.owner(shard_of(step.quad.subject, context.snapshot.shards()));
  };
  auto [steps] = send_records<1, Step>(context.team, context.arena, {mine.stored(interner, shape.deletes)}, owner);
  return changes_of(std::move(steps), context.snapshot, requests);
}

}  // namespace quadrille::query
