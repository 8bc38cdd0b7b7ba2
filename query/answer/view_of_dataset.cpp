#include "query/answer/view_of_dataset.hpp"

#include <string>

#include "base/error.hpp"

namespace quadrille::query {

namespace {

bool is_view(const std::string& iri) {
  return iri == kStatedView || iri == kInferredView;
}

}  // namespace

ViewedDataset take_view(const parser::Dataset& dataset, View view) {
  ViewedDataset viewed{dataset, view};
  for (const std::string& iri : dataset.named_graphs) {
    if (is_view(iri))
      fail(ErrorKind::user, "<{}> is a view of the data and not a graph; write FROM, not FROM NAMED", iri);
  }
  bool stated = false, inferred = false;
  for (const std::string& iri : dataset.default_graphs) {
    stated |= iri == kStatedView;
    inferred |= iri == kInferredView;
  }
  if (!stated && !inferred) return viewed;
  std::erase_if(viewed.dataset.default_graphs, is_view);
  viewed.view = stated && inferred ? View::closure : stated ? View::stated : View::inferred;
  return viewed;
}

}  // namespace quadrille::query
