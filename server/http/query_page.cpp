#include "server/http/query_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "query/results/html_page.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kFirstQuery = "SELECT * { ?s ?p ?o } LIMIT 10";
constexpr std::string_view kUsualHost = "localhost:3756";

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kForms{{
    {"html", "table"},
    {"json", "json"},
    {"xml", "xml"},
    {"csv", "csv"},
    {"tsv", "tsv"},
    {"turtle", "turtle (CONSTRUCT)"},
    {"nt", "n-triples (CONSTRUCT)"},
    {"rdf", "rdf/xml (CONSTRUCT)"},
}};

std::string escaped(std::string_view text) {
  std::string out;
  results::append_html(out, text);
  return out;
}

std::string hidden_fields(std::string_view name, const std::vector<std::string>& values) {
  std::string fields;
  for (const std::string& value : values) {
    fields += fmt::format("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", name, escaped(value));
  }
  return fields;
}

std::string form(const QueryRequest& request) {
  std::string forms;
  for (const auto& [name, shown] : kForms) forms += fmt::format("<option value=\"{}\">{}</option>", name, shown);
  const auto lines = std::count(request.text.begin(), request.text.end(), '\n') + 1;
  return fmt::format(
      "<h1><a href=\"./\">Quadrille</a></h1>\n<p>An RDF graph database. Query it in SPARQL:</p>\n<form "
      "action=\"sparql\">\n"
      "<p><textarea name=\"query\" rows=\"{}\" aria-label=\"SPARQL query\">\n{}</textarea></p>\n{}{}"
      "<p><label>as <select name=\"format\">{}</select></label> <button>Ask</button></p>\n</form>\n",
      std::clamp<std::ptrdiff_t>(lines, 8, 30), escaped(request.text),
      hidden_fields("default-graph-uri", request.default_graphs),
      hidden_fields("named-graph-uri", request.named_graphs), forms);
}

// The host from the client, if it is safe in a shell command.
std::string_view shown_host(std::string_view host) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view(".-:[]").find(c) != std::string_view::npos;
  };
  return !host.empty() && std::all_of(host.begin(), host.end(), is_plain) ? host : kUsualHost;
}

constexpr std::string_view kAsking = R"html(<h2>From programs</h2>
<p>Queries go to <code>/sparql</code> by the SPARQL 1.1 Protocol. The header <code>Accept</code> or the parameter
<code>format=</code> chooses the form of the answer (<code>json</code>, <code>xml</code>, <code>csv</code>, <code>tsv</code>,
<code>html</code>; <code>turtle</code>, <code>nt</code>, <code>rdf</code> for CONSTRUCT and DESCRIBE), <code>timeout=</code>
bounds the time in seconds, <code>explain=plan</code> shows how a query would be run.</p>
<pre><code>curl --data-urlencode 'query={query}' '{origin}/sparql'</code></pre>
)html";

constexpr std::string_view kUpdating = R"html(<p>Updates are POSTed to <code>/update</code>:</p>
<pre><code>curl --data-urlencode 'update=INSERT DATA {{ &lt;urn:a&gt; &lt;urn:p&gt; 1 }}' '{origin}/update'</code></pre>
<p>Graphs are read and written at <code>/data</code>, by GET, PUT, POST and DELETE (Graph Store Protocol):</p>
<pre><code>curl '{origin}/data?default'
curl -T people.ttl -H 'Content-Type: text/turtle' '{origin}/data?graph=urn:people'</code></pre>
)html";

constexpr std::string_view kReading =
    R"html(<p>This server takes no updates. Graphs are read at <code>/data</code> (Graph Store
Protocol):</p>
<pre><code>curl '{origin}/data?default'</code></pre>
)html";

constexpr std::string_view kState =
    R"html(<p>The state of the server is at <a href="health"><code>/health</code></a>.</p>
</html>
)html";

}  // namespace

std::string front_page(const HttpRequest& request, const EngineFeatures& features, std::string_view why) {
  QueryRequest first;
  first.text = kFirstQuery;
  const std::string shown =
      fmt::format("{}://{}{}", request.scheme(), shown_host(request.host), request.prefix);  // fmt::arg() refers to it
  const auto origin = fmt::arg("origin", shown);
  std::string page(results::html_opening());
  page += form(first);
  page += fmt::format(fmt::runtime(kAsking), origin, fmt::arg("query", kFirstQuery));
  page += fmt::format(fmt::runtime(features.updates ? kUpdating : kReading), origin);
  if (!why.empty()) page += fmt::format("<p>There is no workbench: {}.</p>\n", escaped(why));
  page += kState;
  return page;
}

void QueryPage::start(std::string_view media_type) {
  form_is_due_ = media_type == results::media_type(results::ResultFormat::html);
  sink_.start(media_type);
}

bool QueryPage::write(std::string_view bytes) {
  const std::string_view opening = results::html_opening();
  if (!std::exchange(form_is_due_, false) || !bytes.starts_with(opening)) return sink_.write(bytes);
  return sink_.write(opening) && sink_.write(form(request_)) && sink_.write(bytes.substr(opening.size()));
}

}  // namespace quadrille::server
