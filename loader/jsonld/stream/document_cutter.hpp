#pragma once

// A DocumentCutter cuts a stream of JSON documents into pieces that are read one by one.
//
//   [ {...}, {...} ]                                     array_item   array_item
//   {"@context": C, "@id": G, "@graph": [ {...}, {...} ], "p": ...}
//   |--------- graph_head ---|            graph_item  ... |graph_tail|     if the document is large
//   {...} {...}                                          document  document      lines, concatenated documents
//
// A document of at most `whole_bytes` is one piece, so that its keys can have any order. Of larger ones, only those
// with @graph are cut, where what comes before @graph decides what its items mean. Documents that are not cut, and each
// piece, have at most `most_bytes`: a larger one is an error, and the next call goes on behind it. Local.
// JsonSyntaxError for text between pieces that is not JSON: it ends the stream.

#include <cstdint>
#include <functional>
#include <string>

#include "loader/jsonld/stream/byte_window.hpp"

namespace quadrille::jsonld {

struct CutLimits {
  std::size_t whole_bytes = std::size_t{1} << 20;
  std::size_t most_bytes = std::size_t{1} << 26;
};

enum class PieceKind : std::uint8_t { document, array_item, graph_head, graph_item, graph_tail, end };

struct Piece {
  PieceKind kind = PieceKind::end;
  std::string_view text;  // valid until the next piece; a head and a tail are made to be objects
  TextPlace place;
  std::uint64_t document = 0;  // its number, from 0
};

// True if `key` is @graph or an alias of it in the object `head`, the text of the entries before it.
using IsGraphKey = std::function<bool(std::string_view head, std::string_view key)>;

class DocumentCutter {
 public:
  DocumentCutter(ReadBytes read, IsGraphKey is_graph_key, CutLimits limits)
      : window_(std::move(read)), is_graph_key_(std::move(is_graph_key)), limits_(limits) {}

  Piece next();
  // Of the first byte that has not been taken.
  TextPlace place() const { return window_.place(); }
  // The bytes that have been read and not been taken.
  std::string_view rest() const { return window_.text(); }
  // True if an error has ended the stream.
  bool has_ended() const { return state_ == State::ended; }

 private:
  enum class State : std::uint8_t { between, in_array, in_graph, behind_graph, ended };

  Piece next_document();
  Piece next_item(PieceKind kind);
  Piece graph_tail();
  // Tells whether the object at the start of the window is large and has @graph. If so, the window moves behind "[".
  bool enters_graph();
  Piece piece(PieceKind kind, std::size_t bytes);
  void skip_value();
  // The size of the value at `offset` of the window.
  std::size_t value_size(std::size_t offset, std::size_t most_bytes, bool must_end);
  std::size_t skip_space(std::size_t offset);
  char byte_at(std::size_t offset);  // 0 at the end of the stream
  void drop();
  [[noreturn]] void refuse_size(std::string reason);
  [[noreturn]] void refuse_at(std::size_t offset, std::string_view expected);

  ByteWindow window_;
  IsGraphKey is_graph_key_;
  CutLimits limits_;
  State state_ = State::between;
  bool skips_value_ = false;  // the value at the start of the window is too large
  std::size_t taken_ = 0;     // the bytes of the last piece, which are removed before the next
  std::uint64_t documents_ = 0;
  std::string made_;  // the text of a head or a tail
  bool is_first_item_ = true;
};

}  // namespace quadrille::jsonld
