#include "quadstore/rules_file.hpp"

#include "quadstore/sealed_file.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kRulesMark = "QUADRULE";
constexpr std::uint32_t kRulesFormat = 1;

}  // namespace

ManifestFile write_rules_file(const std::filesystem::path& folder, std::uint64_t generation, std::string_view rules) {
  const std::string path = generation_folder(generation) + "/rules.table";
  return {path, file_role::kRules, 0, write_sealed(folder / path, kRulesMark, kRulesFormat, rules)};
}

std::optional<std::string> read_rules_file(const std::filesystem::path& folder, const Manifest& manifest) {
  const auto files = manifest.files_of(file_role::kRules);
  if (files.empty()) return std::nullopt;
  return read_sealed(folder / files.front().path, kRulesMark, kRulesFormat);
}

}  // namespace quadrille
