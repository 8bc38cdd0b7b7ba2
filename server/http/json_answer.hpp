// Answers in JSON about the server as it is now, which no cache may keep.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quadrille::server {

class Exchange;

// One line. Bytes that are no UTF-8, as the text of a query may have, become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);

// The answer is that line.
void respond_json(Exchange& exchange, int status, const nlohmann::ordered_json& json);

}  // namespace quadrille::server
