#include "loader/rdf/testing/documents.hpp"

#include <fstream>
#include <iterator>

namespace quadrille::testing {

std::vector<Document> documents_in(const std::filesystem::path& folder) {
  std::vector<Document> documents;
  for (const InputFile& file : list_input_files(std::vector{folder.string()})) {
    std::ifstream in(file.path, std::ios::binary);
    documents.push_back({file, {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}});
  }
  return documents;
}

}  // namespace quadrille::testing
