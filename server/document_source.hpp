#pragma once
#include <memory>
#include <string>
#include <vector>

#include "query/update/quad_source.hpp"
#include "server/engine.hpp"
namespace quadrille::server {
std::unique_ptr<query::QuadSource> open_document(Document document);
query::LoadRules load_rules(const std::vector<std::string>& prefixes);
}  // namespace quadrille::server
