#include "loader/jsonld/testing/random_document.hpp"

namespace quadrille::jsonld::testing {

namespace {

constexpr const char* kTerms = R"("name": "http://v/name", "ex": "http://ex/", "_p": "_:p", "id": "@id", "a": "@type",
"knows": {"@id": "http://v/knows", "@type": "@id"}, "kind": {"@id": "http://v/kind", "@type": "@vocab"},
"age": {"@id": "http://v/age", "@type": "http://www.w3.org/2001/XMLSchema#double"}, "val": "@value",
"title": {"@id": "http://v/title", "@language": "EN"}, "rtl": {"@id": "http://v/rtl", "@language": "ar", "@direction": "rtl"},
"list": {"@id": "http://v/list", "@container": "@list"}, "set": {"@id": "http://v/set", "@container": "@set"},
"json": {"@id": "http://v/json", "@type": "@json"}, "none": {"@id": "http://v/none", "@type": "@none"},
"plain": {"@id": "http://v/plain", "@language": null}, "bad": {"@id": "http://v/a b"}, "badjson": {"@id": "http://v/{", "@type": "@json"},
"badlist": {"@id": "http://v/<", "@container": "@list"}, "gone": null,
"scoped": {"@id": "http://v/scoped", "@context": {"name": "http://w/name", "@vocab": "http://w/"}},
"ids": {"@id": "http://v/ids", "@type": "@id", "@container": "@list"})";

constexpr const char* kRareTerms = R"("by": {"@reverse": "http://v/by"}, "nest": "@nest",
"lang": {"@id": "http://v/lang", "@container": "@language"}, "index": {"@id": "http://v/index", "@container": "@index"},
"byid": {"@id": "http://v/byid", "@container": "@id"}, "graph": {"@id": "http://v/graph", "@container": "@graph"},
"Typed": {"@id": "http://v/Typed", "@context": {"name": "http://typed/name"}}, "bytype": {"@id": "http://v/bytype", "@container": "@type"})";

}  // namespace

std::string RandomDocument::pick(std::initializer_list<const char*> choices) {
  return *(choices.begin() + random_() % choices.size());
}

std::string RandomDocument::context(int depth) {
  if (depth > 0) {
    return pick({R"({"name": "http://inner/name"})", R"({"@base": "http://b/c/"})", R"({"@language": "de"})", "null",
                 R"({"@vocab": "http://x/"})", R"({"name": "http://inner/name", "@propagate": false})"});
  }
  std::string text = "{";
  if (chance(50)) text += R"("@vocab": "http://vocab/", )";
  if (chance(30)) text += R"("@language": "en", )";
  if (chance(10)) text += R"("@direction": "ltr", )";
  if (chance(30)) text += R"("@base": "http://base/dir/", )";
  text += kTerms;
  if (chance(50)) text.append(", ").append(kRareTerms);
  return text + "}";
}

std::string RandomDocument::id() {
  return pick({R"("http://n/1")", R"("http://n/2")", R"("ex:3")", R"("_:b1")", R"("_:genid1")", R"("#here")",
               R"("../up")", R"("")", R"("http://bad id")", R"("name")", R"("_:odd label")", R"("a:b")",
               R"("@ignored")"});
}

std::string RandomDocument::type() {
  return pick({R"("ex:T")", R"("http://t/1")", R"("T")", R"("_:t")", R"("name")", R"("Typed")", R"("@json")"});
}

std::string RandomDocument::key() {
  if (chance(5))
    return pick({R"("by")", R"("nest")", R"("lang")", R"("index")", R"("byid")", R"("graph")", R"("bytype")"});
  return pick({R"("name")", R"("knows")", R"("kind")",       R"("age")",     R"("title")", R"("rtl")",  R"("list")",
               R"("set")",  R"("json")",  R"("none")",       R"("plain")",   R"("bad")",   R"("gone")", R"("scoped")",
               R"("ids")",  R"("ex:p")",  R"("http://p/q")", R"("unknown")", R"("_p")",    R"("_:q")"});
}

std::string RandomDocument::scalar() {
  return pick({R"("text")", R"("http://n/1")", R"("ex:3")", R"("_:b1")", R"("rel")", R"("\u00e9\n")", R"("")", "1",
               "-5", "1.0", "1.5", "1e30", "12345678901234567890", "true", "false", "null", R"("@type")", R"("name")"});
}

std::string RandomDocument::value_object() {
  std::string text = chance(80) ? R"({"@value": )" : R"({"val": )";
  text += chance(70) ? R"("v")" : scalar();
  if (chance(30)) text += R"(, "@type": )" + type();
  if (chance(30)) text += R"(, "@language": "En-gb")";
  if (chance(10)) text += R"(, "@direction": "rtl")";
  if (chance(5)) text += R"(, "@index": "i")";
  return text + "}";
}

std::string RandomDocument::value(int depth) {
  const auto choice = random_() % 100;
  if (depth > 3 || choice < 45) return scalar();
  if (choice < 55) return value_object();
  if (choice < 75) return node(depth + 1);
  if (choice < 80) return R"({"@list": [)" + value(depth + 1) + ", " + value(depth + 1) + "]}";
  if (choice < 82) return R"({"@set": [)" + value(depth + 1) + "]}";
  std::string text = "[";
  for (auto count = random_() % 4; count > 0; --count) text.append(text == "[" ? "" : ", ").append(value(depth + 1));
  return text + "]";
}

std::string RandomDocument::node(int depth) {
  std::string text = "{";
  const auto add = [&](const std::string& entry) { text.append(text == "{" ? "" : ", ").append(entry); };
  if (depth > 0 && chance(8)) add(R"("@context": )" + context(depth));
  if (chance(60)) add((chance(80) ? R"("@id": )" : R"("id": )") + id());
  if (chance(40))
    add((chance(80) ? R"("@type": )" : R"("a": )") + (chance(70) ? type() : "[" + type() + ", " + type() + "]"));
  for (auto count = random_() % 4; count > 0; --count) add(key() + ": " + value(depth));
  if (chance(3)) add(R"("@graph": [)" + node(depth + 1) + "]");
  if (chance(2)) add(R"("@reverse": {"ex:r": )" + node(depth + 1) + "}");
  if (chance(2)) add(R"("@included": [)" + node(depth + 1) + "]");
  return text + "}";
}

std::string RandomDocument::next() {
  const std::string shared = context(0);
  const auto object = [&] {
    if (chance(30)) return R"({"@context": )" + shared + R"(, "@graph": [)" + node(0) + ", " + node(0) + "]}";
    const std::string text = node(0);
    return R"({"@context": )" + shared + (text == "{}" ? "}" : ", " + text.substr(1));
  };
  return chance(30) ? "[" + object() + ", " + object() + "]" : object();
}

}  // namespace quadrille::jsonld::testing
