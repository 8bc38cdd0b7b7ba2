#pragma once

// The rules of the database over HTTP.
//
//   GET     /rules            what they are, as JSON
//   POST    /rules            a change of several texts at once, as JSON (rules_change.hpp)
//   GET     /rules/NAME       one text
//   PUT     /rules/NAME       adds or replaces it; the body: the text, or nothing for a rule set of the program
//   DELETE  /rules/NAME       removes it
//   POST    /rules/check      checks a text, and changes nothing; the answer is JSON, for errors too
//   GET     /rules/status     the inference that runs, and the last one, as JSON
//
// The header Content-Type names the language of a text, or else the parameter `language`, or else the ending of NAME.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

// For the table of endpoints.
void list_rules(Service& service, Exchange& exchange);
void change_rules(Service& service, Exchange& exchange);
void show_rules_text(Service& service, Exchange& exchange);
void put_rules_text(Service& service, Exchange& exchange);
void delete_rules_text(Service& service, Exchange& exchange);
void check_rules(Service& service, Exchange& exchange);
void show_rules_status(Service& service, Exchange& exchange);

// The errors of a check: {"ok": false, "errors": [{"file": "mine.srl", "line": 3, "column": 5, "message": "..."}]}.
// File, line and column are there if the message names them: "mine.srl: line 3, column 5: ...".
std::string rules_errors_json(std::string_view message);

}  // namespace quadrille::server
