#include <algorithm>

#include "base/term.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/rdf/serialize.hpp"

namespace quadrille::jsonld {

namespace {

bool is_single(Value value) {
  return value.is_array() && value.size() == 1;
}

// Step 6.4.3: a cell with rdf:first, rdf:rest and perhaps the type rdf:List.
bool is_list_cell(Value node, std::string_view property) {
  if (property != iri::kRdfRest || !is_blank_node_identifier(node.at("@id").text())) return false;
  if (!is_single(node.at(iri::kRdfFirst)) || !is_single(node.at(iri::kRdfRest))) return false;
  const Value type = node.at("@type");
  const bool has_type = is_single(type) && type.items()[0].is_text(kRdfList);
  return node.size() == (has_type ? 4u : 3u);
}

}  // namespace

void convert_lists(Value graph, const std::vector<Usage>& nil_usages, const BlankUsages& usages, Arena& arena) {
  std::unordered_set<std::string_view> all_cells;
  for (Usage usage : nil_usages) {
    std::vector<Value> items;
    std::vector<std::string_view> cells;
    while (is_list_cell(usage.node, usage.property)) {
      const std::string_view id = usage.node.at("@id").text();
      const Usage* const only = usages.only(id);
      if (!only) break;
      items.push_back(usage.node.at(iri::kRdfFirst).items()[0]);
      cells.push_back(id);
      usage = *only;
      if (cells.size() > graph.size()) break;  // a ring of cells
    }
    std::reverse(items.begin(), items.end());
    usage.value.erase("@id");
    const Value list = Value::array(arena);
    for (const Value item : items) list.append(arena, item);
    usage.value.set(arena, "@list", list);
    all_cells.insert(cells.begin(), cells.end());
  }
  if (!all_cells.empty()) graph.erase_all(all_cells);
}

}  // namespace quadrille::jsonld
