#pragma once

// The readers behind parse_rules(), one for each language other than SPARQL-RL.

#include <string_view>

#include "parser/rule_set.hpp"

namespace quadrille::parser {

RuleSet parse_jena_rules(std::string_view text, std::string_view base);  // CGE's, too
RuleSet parse_n3_rules(std::string_view text, std::string_view base);
RuleSet parse_construct_rules(std::string_view text, std::string_view base);

}  // namespace quadrille::parser
