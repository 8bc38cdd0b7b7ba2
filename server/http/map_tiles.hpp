#pragma once

// MapTiles names the pictures of an external map that the workbench draws below the shapes of an answer (--map-tiles).
// The page asks that server for them, and its policy allows pictures of this origin alone.

#include <string>
#include <string_view>

namespace quadrille::server {

struct MapTiles {
  std::string address = {};      // such as https://tile.example.org/{z}/{x}/{y}.png; empty: there are none
  std::string attribution = {};  // the text that the map shows, such as "© OpenStreetMap contributors"

  // "https://tile.example.org"; empty: there are no tiles.
  std::string_view origin() const;
};

// True if `address` begins with http:// or https:// and a host, and has {z}, {x} and {y} in its path.
bool is_tile_address(std::string_view address);

}  // namespace quadrille::server
