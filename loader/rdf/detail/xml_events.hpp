#pragma once

// XML as events, out of libxml2's push parser. Entities of the document's own DOCTYPE are replaced; those that would
// have to be fetched (external entities and DTDs) are never fetched, and using one is a fault, as is using an
// undeclared one: libxml2 would leave them out without a word. Its limits on depth (256) and on what entities may grow
// to stay on.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::detail {

struct XmlName {
  std::string_view space;   // the namespace's IRI, empty if there is none
  std::string_view prefix;  // as written
  std::string_view local;
};

struct XmlAttribute {
  XmlName name;
  std::string_view value;
};

struct XmlPlace {
  std::uint64_t line = 1;
  std::uint32_t column = 1;
};

// Must not throw: it is called through libxml2's frames. Views live until the call returns.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void start_element(const XmlName& name, std::span<const XmlAttribute> attributes, XmlPlace place) = 0;
  virtual void end_element(const XmlName& name, XmlPlace place) = 0;
  virtual void text(std::string_view text, XmlPlace place) = 0;
  virtual void comment(std::string_view text) = 0;
  virtual void instruction(std::string_view target, std::string_view data) = 0;
  virtual void fault(std::string reason, XmlPlace place) = 0;
};

class XmlEvents {
 public:
  explicit XmlEvents(XmlHandler& handler);
  ~XmlEvents();
  XmlEvents(const XmlEvents&) = delete;
  XmlEvents& operator=(const XmlEvents&) = delete;

  // The next bytes of the document; `is_last`: there are no more. False: it cannot be read further (a fault has come).
  bool parse(std::string_view bytes, bool is_last);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace quadrille::detail
