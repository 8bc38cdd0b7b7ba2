#include "server/launch/host_list.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr int kMostImages = 1 << 16;

int parse_count(std::string_view text, std::string_view source) {
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > kMostImages) {
    fail(ErrorKind::user, "{}: '{}' must be a number of images, at least 1; write NAME or NAME:4", source, text);
  }
  return count;
}

// "name", "name:4"
Host parse_host(std::string_view text, std::string_view source) {
  const std::size_t colon = text.find(':');
  Host host{std::string(text.substr(0, colon)), std::nullopt};
  if (host.name.empty()) fail(ErrorKind::user, "{}: a host has no name", source);
  if (colon != std::string_view::npos) host.images = parse_count(text.substr(colon + 1), source);
  return host;
}

void add(std::vector<Host>& hosts, Host host, std::string_view source) {
  const auto same = [&](const Host& other) { return other.name == host.name; };
  if (std::any_of(hosts.begin(), hosts.end(), same)) {
    fail(ErrorKind::user, "{}: the host {} is listed twice; write {}:2 for two images", source, host.name, host.name);
  }
  hosts.push_back(std::move(host));
}

// "name slots=4 max_slots=8"
void add_line(std::vector<Host>& hosts, const std::string& line, std::string_view source) {
  std::istringstream words(line.substr(0, line.find('#')));
  std::string word;
  if (!(words >> word)) return;
  Host host = parse_host(word, source);
  while (words >> word) {
    if (word.starts_with("slots=")) host.images = parse_count(std::string_view(word).substr(6), source);
  }
  add(hosts, std::move(host), source);
}

}  // namespace

std::vector<Host> parse_hosts(std::string_view list) {
  std::vector<Host> hosts;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    add(hosts, parse_host(list.substr(begin, end - begin), "--hosts"), "--hosts");
    begin = end + 1;
  }
  return hosts;
}

std::vector<Host> read_host_file(const std::filesystem::path& file) {
  std::ifstream lines(file);
  if (!lines) fail(ErrorKind::user, "cannot read the host file {}", file.string());
  std::vector<Host> hosts;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    add_line(hosts, line, file.string() + ":" + std::to_string(++number));
  }
  if (hosts.empty()) fail(ErrorKind::user, "{} lists no hosts", file.string());
  return hosts;
}

std::optional<int> images_of(const std::vector<Host>& hosts) {
  const auto told = std::count_if(hosts.begin(), hosts.end(), [](const Host& host) { return host.images.has_value(); });
  if (told == 0) return std::nullopt;
  int sum = 0;
  for (const Host& host : hosts) {
    if (!host.images)
      fail(ErrorKind::user, "give a number of images for every host or for none; it is missing for {}", host.name);
    sum += *host.images;
  }
  return sum;
}

std::vector<HostShare> deal_images(const std::vector<Host>& hosts, int images) {
  const std::optional<int> most = images_of(hosts);
  if (most && *most < images)
    fail(ErrorKind::user, "the hosts have room for {} images; {} were requested", *most, images);
  const int count = static_cast<int>(hosts.size());
  std::vector<HostShare> shares;
  for (int place = 0, left = images; place < count && left > 0; ++place) {
    const Host& host = hosts[static_cast<std::size_t>(place)];
    const int even = images / count + (place < images % count ? 1 : 0);
    const int share = std::min(left, host.images.value_or(even));
    shares.push_back({host.name, share});
    left -= share;
  }
  return shares;
}

}  // namespace quadrille::server
