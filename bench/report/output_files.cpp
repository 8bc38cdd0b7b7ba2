#include "bench/report/output_files.hpp"

#include "bench/output_file.hpp"

namespace quadrille::bench {

namespace {

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  OutputFile file(path);
  file.write(text);
  file.close();
}

}  // namespace

void OutputFiles::add_to(CLI::App& command) {
  command.add_option("--json", json, "Also write the measurements to this file as JSON")->type_name("FILE");
  command.add_option("--markdown", markdown, "Also write the tables to this file, as Markdown")->type_name("FILE");
  command.add_option("--plot", plot, "Also draw charts to this file, as SVG")->type_name("FILE");
}

void OutputFiles::check() const {
  for (const std::string& path : {json, markdown, plot}) write_file(path, "");
}

void OutputFiles::write(const std::string& as_markdown, const std::string& as_json, const std::string& as_svg) const {
  OutputFile({}).write(as_markdown);
  write_file(markdown, as_markdown);
  write_file(json, as_json);
  write_file(plot, as_svg);
}

}  // namespace quadrille::bench
