#include "bench/bsbm/variants.hpp"

#include <fmt/format.h>

#include <array>

#include "bench/query/class_members.hpp"
#include "bench/query/workload.hpp"

namespace quadrille::bench {

namespace {

constexpr std::string_view kInstances = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/instances/dataFrom";
constexpr std::string_view kDigits = "0123456789";

struct Kind {
  const char* name;
  const char* class_iri;
};
constexpr std::array kKinds{Kind{"Product", "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Product"},
                            Kind{"Offer", "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Offer"},
                            Kind{"Review", "http://purl.org/stuff/rev#Review"}};

// "<http://.../dataFromVendor1/Offer17>" -> "Offer"
std::string kind_of(std::string_view iri) {
  const std::string_view last = iri.substr(iri.rfind('/') + 1);
  return std::string(last.substr(0, last.find_first_of(kDigits)));
}

std::string with_another(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace

std::optional<NamedInstance> subject_of(std::string_view query) {
  std::optional<NamedInstance> found;
  for (std::size_t at = query.find(kInstances); at != std::string_view::npos; at = query.find(kInstances, at + 1)) {
    const std::string_view iri = query.substr(at, query.find('>', at) + 1 - at);
    NamedInstance one{kind_of(iri), std::string(iri)};
    bool known = false;
    for (const Kind& kind : kKinds) known = known || one.kind == kind.name;
    if (!known || (found && *found != one)) return std::nullopt;
    found = std::move(one);
  }
  return found;
}

Members members_at(const Endpoint& server) {
  Members members;
  for (const Kind& kind : kKinds) members[kind.name] = class_members(server, kind.class_iri);
  return members;
}

std::vector<NamedQuery> with_variants(std::vector<NamedQuery> queries, const Members& members, std::size_t count,
                                      std::uint64_t seed) {
  Draws draws(seed);
  std::vector<NamedQuery> all;
  for (NamedQuery& query : queries) {
    const std::optional<NamedInstance> subject = subject_of(query.text);
    all.push_back(std::move(query));
    if (!subject || !members.contains(subject->kind)) continue;
    const NamedQuery original = all.back();
    const std::vector<std::string>& others = members.at(subject->kind);
    for (std::size_t number = 1; number <= count; ++number) {
      const std::string& other = others[draws.draw(others.size())];
      all.push_back({fmt::format("{}v{}", original.name, number), with_another(original.text, subject->iri, other)});
    }
  }
  return all;
}

}  // namespace quadrille::bench
