#pragma once

// A LineDocument makes the text of a dump of lines in the form DumpForm::graph_first. On the first image.
//
//   format              order of the lines   memory
//   Turtle, TriG        as they come         a few lines
//   JSON-LD, RDF/XML    as they come         a few lines
//   pretty              any                  all quads
//   forms of JSON-LD    any                  all quads
//   canonical           any                  all quads
//
//   const auto document = make_line_document(options, {prefixes, room_bytes, memory, write, cancelled});
//   document->add(lines);      any number of whole lines, any number of times
//   document->finish();

#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "base/name_spaces.hpp"
#include "server/commands/command_line.hpp"

namespace quadrille::server {

class LineDocument {
 public:
  virtual ~LineDocument() = default;
  virtual void add(std::string_view lines) = 0;
  virtual void finish() = 0;
};

struct LineDocumentSettings {
  std::vector<DeclaredPrefix> prefixes = {};  // of the data
  std::size_t most_bytes = ~std::size_t{0};   // of a layout that is not streamed
  std::pmr::memory_resource& memory = *std::pmr::new_delete_resource();
  std::function<bool()> cancelled = {};                        // asked now and then; may be empty
  std::shared_ptr<jsonld::RemoteContexts> contexts = nullptr;  // of the layout; null: none is allowed
};

results::Layout layout_of(const DumpOptions& options);

// True if the document needs no lines in order: it sorts its quads itself.
bool sorts_itself(const DumpOptions& options);

std::unique_ptr<LineDocument> make_line_document(const DumpOptions& options, const LineDocumentSettings& settings,
                                                 std::function<void(std::string_view)> write);

}  // namespace quadrille::server
