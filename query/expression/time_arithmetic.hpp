#pragma once

// Arithmetic of times and durations, beyond SPARQL 1.1 (17.3.1 allows operators to be added where there was an error):
//
//   dateTime, date, time  -  the same type         dayTimeDuration; an error if only one has a zone
//   dateTime, date        +- duration              the same type; months first, then at most the month's last day
//   time                  +- duration in seconds   the same type, modulo 24 hours
//   duration              +- duration              the type of both, else xsd:duration; an error if months and seconds
//                                                  would have different signs
//
// Anything else is an error. Local; some us.
// Source: XPath and XQuery Functions and Operators 3.1, 8.4 and 9.7; XML Schema 1.1 Datatypes E.3.3.

#include "query/expression/value.hpp"

namespace quadrille::query {

Value add_times(const Value& a, const Value& b, Arena& arena);
Value subtract_times(const Value& a, const Value& b, Arena& arena);

}  // namespace quadrille::query
