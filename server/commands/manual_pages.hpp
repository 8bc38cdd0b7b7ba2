#pragma once

// The manual pages of the program, made from its parser, so they always have the options of `--help`:
//
//   quadrille.1         the program and the list of its commands
//   quadrille-build.1   a command, with those below it (quadrille-rules.1: add, check, ...)
//
// `quadrille --manual` lists the names, `quadrille --manual NAME` prints a page; the build writes them into files.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::server {

// Local. The names of the pages: "quadrille", "quadrille-build".
std::vector<std::string> manual_page_names(const CLI::App& program);

// Local. A page as text for man(1); nullopt: there is no page of this name.
std::optional<std::string> manual_page(const CLI::App& program, const std::string& name);

}  // namespace quadrille::server
