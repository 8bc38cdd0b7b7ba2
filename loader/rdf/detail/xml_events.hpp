#pragma once

// Delivers XML as events, from libxml2's push parser. Entities of the document's own DOCTYPE are replaced. External
// entities and DTDs are never fetched; using one is a fault, and so is using an undeclared entity: libxml2 would leave
// both out without an error. Its limits on depth (256) and on the expansion of entities stay on.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

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

  // Parses the next bytes of the document; `is_last`: there are no more. Returns false after a fault: the rest cannot
  // be read.
  bool parse(std::string_view bytes, bool is_last);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace quadrille::detail
