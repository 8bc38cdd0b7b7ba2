#include "pgas/placement.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>

#include "base/error.hpp"

namespace quadrille::pgas {

namespace {

constexpr std::array<std::string_view, kStructures> kStructureNames = {
    "base", "dictionary", "levels", "arena", "analytics", "analytics-csr", "analytics-sets"};

constexpr const char* kTierForms = "dram, huge, numa:NODE, numa:interleave, file:DIR";

Structure parse_structure(std::string_view word, std::string_view line) {
  const auto found = std::find(kStructureNames.begin(), kStructureNames.end(), word);
  if (found == kStructureNames.end()) {
    fail(ErrorKind::user, "'{}' places the unknown structure '{}'; the structures are: {}", line, word,
         fmt::join(kStructureNames, ", "));
  }
  return static_cast<Structure>(found - kStructureNames.begin());
}

Tier parse_tier(std::string_view text, std::string_view line) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view argument = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (text == "dram") return {};
  if (text == "huge") return {TierKind::huge, 0, {}};
  if (text == "numa:interleave") return {TierKind::interleave, 0, {}};
  if (kind == "numa") {
    int node = 0;
    const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), node);
    if (error == std::errc() && end == argument.data() + argument.size() && node >= 0) {
      return {TierKind::node, node, {}};
    }
  }
  if (kind == "file" && !argument.empty()) return {TierKind::file, 0, std::string(argument)};
  fail(ErrorKind::user, "'{}' names the unknown tier '{}'; the tiers are: {}", line, text, kTierForms);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

std::string_view name_of(Structure structure) {
  return kStructureNames[static_cast<std::size_t>(structure)];
}

std::string text_of(const Tier& tier) {
  switch (tier.kind) {
    case TierKind::dram:
      return "dram";
    case TierKind::huge:
      return "huge";
    case TierKind::node:
      return fmt::format("numa:{}", tier.node);
    case TierKind::interleave:
      return "numa:interleave";
    case TierKind::file:
      return "file:" + tier.folder;
  }
  return {};
}

void Placement::add(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    fail(ErrorKind::user, "'{}' is no placement; expected STRUCTURE=TIER[:ARGUMENT], such as analytics=file:/mnt/slow",
         line);
  }
  const Structure structure = parse_structure(line.substr(0, equals), line);
  std::optional<Tier>& place = tiers_[static_cast<std::size_t>(structure)];
  if (place) fail(ErrorKind::user, "{} is placed twice: {} and {}", name_of(structure), text_of(*place), line);
  place = parse_tier(line.substr(equals + 1), line);
}

void Placement::add_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail(ErrorKind::user, "cannot read the placement file {}: {}", path, std::strerror(errno));
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '#') continue;
    try {
      add(text);
    } catch (const Error& error) {
      fail(error.kind(), "{}:{}: {}", path, number, error.what());
    }
  }
}

bool Placement::is_empty() const {
  return std::none_of(tiers_.begin(), tiers_.end(), [](const auto& tier) { return tier.has_value(); });
}

const Tier* Placement::tier_of(Structure structure) const {
  const auto& place = tiers_[static_cast<std::size_t>(structure)];
  if (place) return &*place;
  const bool is_part = structure == Structure::analytics_csr || structure == Structure::analytics_sets;
  return is_part ? tier_of(Structure::analytics) : nullptr;
}

std::string Placement::structures_of(const Tier& tier) const {
  std::string names;
  for (std::size_t structure = 0; structure < kStructures; ++structure) {
    if (tiers_[structure] != tier) continue;
    if (!names.empty()) names += ", ";
    names += kStructureNames[structure];
  }
  return names;
}

std::vector<Tier> Placement::tiers() const {
  std::vector<Tier> all;
  for (const auto& tier : tiers_) {
    if (tier && std::find(all.begin(), all.end(), *tier) == all.end()) all.push_back(*tier);
  }
  return all;
}

}  // namespace quadrille::pgas
