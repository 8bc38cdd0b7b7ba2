#pragma once

// Rights on databases. A Grant is one right on one database, or on all:
//
//   read          all databases             read < write < admin: the later ones include the earlier ones
//   write:notes   the database notes        metrics: the state of the server, and no data; included in admin

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

enum class Right : std::uint8_t { read, write, admin, metrics };

std::string_view right_name(Right right);

// Letters, digits, '.', '_' and '-' of ASCII.
bool is_database_name(std::string_view name);

struct Grant {
  Right right = Right::read;
  std::string database = {};  // empty: all

  bool operator==(const Grant&) const = default;
};

using Grants = std::vector<Grant>;

bool includes(const Grants& grants, Right right, std::string_view database);

// "write:notes"; nullopt: not of this form.
std::optional<Grant> grant_of(std::string_view text);
std::string text_of(const Grant& grant);

}  // namespace quadrille::server
