#pragma once

// The outputs of a command's measurements: Markdown to standard output, and files on request.

#include <CLI/CLI.hpp>
#include <string>

namespace quadrille::bench {

struct OutputFiles {
  std::string json, markdown, plot;  // empty: none

  // --json, --markdown, --plot.
  void add_to(CLI::App& command);
  // Error (io) if one of them cannot be written; called before the measurement.
  void check() const;
  void write(const std::string& as_markdown, const std::string& as_json, const std::string& as_svg) const;
};

}  // namespace quadrille::bench
