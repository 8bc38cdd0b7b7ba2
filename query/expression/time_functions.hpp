#pragma once

// Functions that return parts of dates and times (SPARQL 1.1 Query 17.4.5).
//
// The specification names xsd:dateTime; each function also accepts other types that have the part: YEAR a date, HOURS
// a time. Other values are an error. One solution at a time; unread literals must have been read.
// Local. Called by the table of built-ins (detail/builtins.cpp) and tests.

#include "query/expression/value.hpp"

namespace quadrille::query {

Value year(const Value& time, Arena& arena);
Value month(const Value& time, Arena& arena);
Value day(const Value& time, Arena& arena);
Value hours(const Value& time, Arena& arena);
Value minutes(const Value& time, Arena& arena);
Value seconds(const Value& time, Arena& arena);        // xsd:decimal
Value timezone(const Value& time, Arena& arena);       // xsd:dayTimeDuration; error without a zone
Value timezone_text(const Value& time, Arena& arena);  // TZ: as written, "" without a zone

}  // namespace quadrille::query
