#include "loader/canonical/too_much_work.hpp"

#include <algorithm>

namespace quadrille::canonical {

void fail_too_much_work(const LabelState& state, std::uint32_t blank, std::uint64_t most_steps,
                        std::string_view how_to_allow_more) {
  const Dataset& dataset = state.dataset;
  const auto& digests = state.first_degree;
  const auto alike = std::count(digests.begin(), digests.end(), digests[blank]);
  std::string quad;
  append_line(quad, dataset.quads()[state.mentions.of(blank).front()], dataset,
              [&](std::string& out, auto rank) { (out += "_:") += name_of_blank(dataset.text(rank)).label; });
  quad.pop_back();
  constexpr std::size_t kShown = 500;
  if (quad.size() > kShown) quad.replace(quad.begin() + kShown, quad.end(), "...");
  fail(ErrorKind::user,
       "the canonical form (RDFC-1.0) of these data needs more than {} steps, which is the limit: too many blank nodes "
       "are "
       "alike. {} blank nodes cannot be told apart by their own quads; one of them is _:{}, in\n  {}\nReplace such "
       "blank "
       "nodes by IRIs, give them different properties, or {}",
       most_steps, alike, name_of_blank(dataset.text(dataset.first_blank() + blank)).label, quad, how_to_allow_more);
}

}  // namespace quadrille::canonical
