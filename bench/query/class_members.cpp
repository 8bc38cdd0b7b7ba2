#include "bench/query/class_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "bench/query/asked_server.hpp"

namespace quadrille::bench {

// Servers put IRIs into brackets or quotation marks.
std::vector<std::string> class_members(const Endpoint& endpoint, std::string_view class_iri) {
  AskedServer server(endpoint);
  const std::string text = server.text("members", fmt::format("SELECT ?c {{ ?c a <{}> }}", class_iri));
  std::set<std::string> found;
  for (std::size_t begin = text.find("http://"); begin != std::string::npos; begin = text.find("http://", begin)) {
    const std::size_t end = std::min(text.find_first_of(">\"\r\n\t", begin), text.size());
    found.insert(fmt::format("<{}>", text.substr(begin, end - begin)));
    begin = end;
  }
  if (found.empty())
    fail(ErrorKind::user, "{} has no members of the class {}; load the benchmark's data into it", endpoint.url(),
         class_iri);
  return {found.begin(), found.end()};
}

}  // namespace quadrille::bench
