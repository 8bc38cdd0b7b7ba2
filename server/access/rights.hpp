#pragma once

// Rights on databases and their graphs. A Grant is one right on one database, or on all, or on some graphs of it:
//
//   read                          all databases
//   write:notes                   the database notes
//   read:notes:default            its default graph
//   read:notes:<http://ex.org/a>  a named graph of it, which need not exist
//   write:*:<http://ex.org/b/*>   in all databases, the named graphs whose IRIs begin so
//
// read < write < admin: the later ones include the earlier ones. metrics: the state of the server, and no data;
// included in admin. admin and metrics are for whole databases.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/graph_rights.hpp"

namespace quadrille::server {

enum class Right : std::uint8_t { read, write, admin, metrics };

std::string_view right_name(Right right);

// Letters, digits, '.', '_' and '-' of ASCII.
bool is_database_name(std::string_view name);

struct Grant {
  Right right = Right::read;
  std::string database = {};               // empty: all
  std::optional<GraphRights> graphs = {};  // of it; none: the whole database, now and later

  bool operator==(const Grant&) const = default;
};

using Grants = std::vector<Grant>;

// A right on the whole database.
bool includes(const Grants& grants, Right right, std::string_view database);
// The graphs of a database on which the grants give the right to read, or to write.
GraphRights graphs_of(const Grants& grants, Right right, std::string_view database);

// "write:notes", "read:notes:default"; nullopt: not of this form.
std::optional<Grant> grant_of(std::string_view text);
std::string text_of(const Grant& grant);

}  // namespace quadrille::server
