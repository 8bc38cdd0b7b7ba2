#include "server/http/map_tiles.hpp"

#include <algorithm>
#include <array>

namespace quadrille::server {

namespace {

constexpr std::string_view kOriginCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";

// The length of scheme, host and port; 0: there is no host, or it has other characters than hosts have.
std::size_t origin_length(std::string_view address) {
  const bool is_web = address.starts_with("http://") || address.starts_with("https://");
  if (!is_web) return 0;
  const std::size_t host = address.find("://") + 3;
  const std::size_t end = std::min(address.find('/', host), address.size());
  const bool is_plain = address.substr(host, end - host).find_first_not_of(kOriginCharacters) == std::string_view::npos;
  return end > host && is_plain ? end : 0;
}

}  // namespace

std::string_view MapTiles::origin() const {
  return std::string_view(address).substr(0, origin_length(address));
}

bool is_tile_address(std::string_view address) {
  const std::size_t origin = origin_length(address);
  constexpr std::array<std::string_view, 3> kNumbers{"{z}", "{x}", "{y}"};
  return origin > 0 && std::all_of(kNumbers.begin(), kNumbers.end(), [&](std::string_view number) {
           return address.find(number, origin) != std::string_view::npos;
         });
}

}  // namespace quadrille::server
