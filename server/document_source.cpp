#include "server/document_source.hpp"
namespace quadrille::server {
std::unique_ptr<query::QuadSource> open_document(Document) { fail(ErrorKind::unsupported, "documents"); }
query::LoadRules load_rules(const std::vector<std::string>& p) { return {p, {}}; }
}
