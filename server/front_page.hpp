#pragma once

// The page at /: what is here, and a form to ask without any program but a browser.

#include <string_view>

namespace quadrille::server {

inline constexpr std::string_view kFrontPage = R"html(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quadrille</title>
<style>
  body { font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
  textarea { width: 100%; box-sizing: border-box; font: 14px/1.4 monospace; }
  code { background: #eee; padding: 0 .2em; }
</style>
<h1>Quadrille</h1>
<p>This is an RDF graph database. Ask it in SPARQL:</p>
<form action="sparql" method="post" target="_blank">
  <p><textarea name="query" rows="8" aria-label="SPARQL query">SELECT * { ?s ?p ?o } LIMIT 10</textarea></p>
  <p><label>as <select name="format"><option>tsv<option>csv<option>json<option>xml<option value="turtle">turtle (CONSTRUCT)
    </select></label> <button>Ask</button></p>
</form>
<p>Programs send queries to <code>/sparql</code> by the SPARQL 1.1 Protocol and choose the form of the answer by
<code>Accept</code> or <code>format=</code> (<code>json</code>, <code>xml</code>, <code>csv</code>, <code>tsv</code>;
<code>turtle</code>, <code>nt</code> for CONSTRUCT and DESCRIBE); <code>timeout=</code> bounds a query in seconds.</p>
<pre><code>curl --data-urlencode 'query=SELECT * { ?s ?p ?o } LIMIT 10' http://localhost:3756/sparql</code></pre>
<p><code>explain=plan</code> shows how a query would be run, <code>explain=profile</code> runs it and shows what each
step has cost, as text or (<code>format=json</code>) as JSON.</p>
<p>The state of the server is at <a href="health"><code>/health</code></a>.</p>
</html>
)html";

}  // namespace quadrille::server
