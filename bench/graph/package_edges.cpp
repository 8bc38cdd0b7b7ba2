#include "bench/graph/package_edges.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <istream>
#include <memory>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr std::string_view kPackageField = "Package: ", kDependsField = "Depends: ", kPreDependsField = "Pre-Depends: ";

// Calls visit(name) for the names of "libc6 (>= 2.36), perl:any | python3".
template <class Visit>
void for_each_dependency(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",|"), text.size());
    std::string_view name = text.substr(0, end);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    name = name.substr(0, name.find_first_of(" (:"));
    if (!name.empty()) visit(std::string(name));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string output_of_dumpavail() {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen("apt-cache dumpavail 2>/dev/null", "r"), pclose);
  std::string text;
  std::array<char, 1 << 16> block;
  while (pipe) {
    const std::size_t size = std::fread(block.data(), 1, block.size(), pipe.get());
    if (size == 0) break;
    text.append(block.data(), size);
  }
  return text;
}

}  // namespace

EdgeList package_edges(std::istream& dump) {
  std::unordered_map<std::string, Node> numbers;
  std::vector<std::pair<Node, std::string>> depends;
  Node package = kNoNode;
  for (std::string line; std::getline(dump, line);) {
    if (line.starts_with(kPackageField)) {
      package = numbers.try_emplace(line.substr(kPackageField.size()), static_cast<Node>(numbers.size())).first->second;
    }
    for (const std::string_view field : {kDependsField, kPreDependsField}) {
      if (!line.starts_with(field) || package == kNoNode) continue;
      for_each_dependency(std::string_view(line).substr(field.size()),
                          [&](std::string name) { depends.emplace_back(package, std::move(name)); });
    }
  }
  EdgeList list{static_cast<Node>(numbers.size()), {}};
  for (const auto& [from, name] : depends) {
    if (const auto found = numbers.find(name); found != numbers.end()) list.edges.push_back({from, found->second, 1});
  }
  return list;
}

EdgeList package_edges_from(const std::string& file) {
  EdgeList list;
  if (file.empty()) {
    std::istringstream text(output_of_dumpavail());
    list = package_edges(text);
  } else {
    std::ifstream text(file);
    list = package_edges(text);
  }
  if (list.edges.empty()) {
    fail(ErrorKind::user, "{} has no dependencies of packages; run apt-get update, or name a file by --packages",
         file.empty() ? "the output of 'apt-cache dumpavail'" : file);
  }
  return list;
}

}  // namespace quadrille::bench
