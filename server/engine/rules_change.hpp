#pragma once

// A change of the rules of a database, as a part of a transaction: the next rules, and the closure under them.
//
//   RulesChange --changed_rules()--> StoredRules --Transaction::change_rules()--> the closure under them, the log
//   rules of the state --^                                                        and the published state
//
// server/http/rules_change.hpp has the form of a request.

#include <optional>

#include "inferencer/stored_rules.hpp"
#include "query/update/transaction.hpp"
#include "server/engine/state_rules.hpp"
#include "server/http/rules_change.hpp"

namespace quadrille::server {

struct ChangedRules {
  inferencer::StoredRules rules;
  bool has_new = false;  // a text has a name that was not there before
};

// Local, and the same on all images. The rules after a change. Texts that are there keep their places, new ones come
// last. All is checked but the strata, which depend on the data. Throws StatusError(404) if a text to be removed does
// not exist, and Error(user), Error(syntax) or Error(unsupported), with the name of the text, line and column, if the
// rules are wrong, if one imports a text that is not there, or if an option is wrong.
ChangedRules changed_rules(const inferencer::StoredRules& before, const RulesChange& change);

// Local, of the rules of a state. Throws as changed_rules(), and Error(unsupported) if they are not known.
ChangedRules changed_rules(const StateRulesPtr& before, const RulesChange& change);

// Local. The language of a text. Error(user) if there is no such language.
parser::RuleFormat rule_format_of(const RulesChange::Put& put);

// Collective. Changes the rules of a transaction's state, which has `rules`, and sets `rules` to the next ones; does
// nothing if they are the same. Returns whether a text has a new name. Throws as changed_rules() and
// query::Closure::update().
bool change_rules(query::Transaction& transaction, pgas::Team& team, const RulesChange& change, StateRulesPtr& rules,
                  const Watch& watch);

}  // namespace quadrille::server
