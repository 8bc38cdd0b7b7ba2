#pragma once

// The plan of a slow query, for the query log.

#include <functional>
#include <string>

#include "server/http/engine.hpp"

namespace quadrille::server {

// The plan as EXPLAIN shows it, as text. The query is planned again, after its answer has been sent, and not run. Empty
// if that fails, takes longer than some seconds, or `stopping` returns true.
std::string plan_of(Engine& engine, const QueryRequest& query, const std::function<bool()>& stopping);

}  // namespace quadrille::server
