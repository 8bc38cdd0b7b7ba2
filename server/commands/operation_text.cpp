#include "server/commands/operation_text.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/error.hpp"
#include "server/commands/input_options.hpp"

namespace quadrille::server {

namespace {

InputOptions as_inputs(const OperationFiles& files) {
  InputOptions inputs;
  inputs.inputs = files.files;
  inputs.lists = files.lists;
  return inputs;
}

std::vector<std::string> or_text(std::vector<std::string> files) {
  if (files.empty()) files.emplace_back();
  return files;
}

}  // namespace

std::string operation_text(const std::string& text, const std::string& file, const char* what) {
  if (file.empty()) return text;
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream stream(file);
  std::error_code error;
  if (!stream || std::filesystem::is_directory(file, error)) {
    fail(ErrorKind::user, "cannot read the {} file {}", what, file);
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> operation_files(const OperationFiles& files) {
  std::vector<std::string> all = files.files;
  add_lists(as_inputs(files), false, all);
  return or_text(std::move(all));
}

std::vector<std::string> operation_files(pgas::Team& team, const OperationFiles& files) {
  std::vector<std::string> all = files.files;
  add_lists(team, as_inputs(files), false, all);
  return or_text(std::move(all));
}

}  // namespace quadrille::server
