import java.io.IOException;
import java.util.*;
import java.util.concurrent.TimeUnit;
import org.apache.jena.atlas.web.HttpException;
import org.apache.jena.graph.*;
import org.apache.jena.http.auth.AuthEnv;
import org.apache.jena.query.*;
import org.apache.jena.rdf.model.*;
import org.apache.jena.rdfconnection.*;
import org.apache.jena.sparql.engine.http.QueryExceptionHTTP;

/** Apache Jena's RDFConnection. */
final class JenaDriver extends Driver {
  private RDFConnection connection;

  void connect(String url, String token, Integer timeout) {
    if (connection != null) connection.close();
    AuthEnv.get().clearAuthEnv();
    connection = open(url, token, timeout == null ? "" : "?timeout=" + timeout);
  }

  private static RDFConnection open(String url, String token, String parameters) {
    ARQ.setTrue(ARQ.inputGraphBNodeLabels);  // blank nodes keep their labels
    if (token != null)
      for (String path : List.of("/sparql", "/update", "/data")) AuthEnv.get().setBearerToken(url + path, token);
    return RDFConnectionRemote.newBuilder()
        .queryEndpoint(url + "/sparql" + parameters)
        .updateEndpoint(url + "/update")
        .gspEndpoint(url + "/data")
        .acceptHeaderGraph("application/n-triples")  // Jena's parser of Turtle changes IRIs such as http://a/../b
        .parseCheckSPARQL(false)  // mistakes in queries are the server's to report
        .build();
  }

  List<Map<String, List<String>>> select(String query) {
    try (QueryExecution execution = connection.query(query)) {
      return from(execution.execSelect());
    }
  }

  List<Map<String, List<String>>> selectWithin(String query, int seconds) {
    try (QueryExecution execution = connection.newQuery().query(query).timeout(seconds, TimeUnit.SECONDS).build()) {
      return from(execution.execSelect());
    }
  }

  private static List<Map<String, List<String>>> from(ResultSet solutions) {
    List<Map<String, List<String>>> rows = new ArrayList<>();
    solutions.forEachRemaining(solution -> {
      Map<String, List<String>> row = new HashMap<>();
      solution.varNames().forEachRemaining(name -> row.put(name, from(solution.get(name).asNode())));
      rows.add(row);
    });
    return rows;
  }

  List<Long> total(String query) {
    long[] found = new long[2];
    connection.querySelect(query, solution -> {
      ++found[0];
      found[1] += solution.getLiteral("x").getLong();
    });
    return List.of(found[0], found[1]);
  }

  boolean ask(String query) {
    return connection.queryAsk(query);
  }

  List<List<List<String>>> construct(String query) {
    return from(connection.queryConstruct(query));
  }

  List<List<List<String>>> describe(String query) {
    return from(connection.queryDescribe(query));
  }

  void update(String text) {
    connection.update(text);
  }

  void put(String graph, List<List<List<String>>> triples) {
    connection.put(graph, model(triples));
  }

  void add(String graph, List<List<List<String>>> triples) {
    connection.load(graph, model(triples));
  }

  List<List<List<String>>> get(String graph) {
    return from(connection.fetch(graph));
  }

  void delete(String graph) {
    connection.delete(graph);
  }

  @Override
  String message(Exception error) {
    // The server's message is not in getMessage().
    String response = error instanceof QueryExceptionHTTP refused ? refused.getResponse()
        : error instanceof HttpException refused ? refused.getResponse() : null;
    return response == null ? error.getMessage() : response;
  }

  private static List<List<List<String>>> from(Model model) {
    List<List<List<String>>> triples = new ArrayList<>();
    model.getGraph().find().forEachRemaining(
        triple -> triples.add(List.of(from(triple.getSubject()), from(triple.getPredicate()), from(triple.getObject()))));
    return triples;
  }

  private static List<String> from(Node node) {
    if (node.isURI()) return term("iri", node.getURI());
    if (node.isBlank()) return term("blank", node.getBlankNodeLabel());
    return term("literal", node.getLiteralLexicalForm(), node.getLiteralDatatypeURI(), node.getLiteralLanguage());
  }

  private static Model model(List<List<List<String>>> triples) {
    Model model = ModelFactory.createDefaultModel();
    for (List<List<String>> triple : triples)
      model.getGraph().add(Triple.create(node(triple.get(0)), node(triple.get(1)), node(triple.get(2))));
    return model;
  }

  private static Node node(List<String> term) {
    return switch (term.get(0)) {
      case "iri" -> NodeFactory.createURI(term.get(1));
      case "blank" -> NodeFactory.createBlankNode(term.get(1));
      default -> term.get(3).isEmpty() ? NodeFactory.createLiteralDT(term.get(1), NodeFactory.getType(term.get(2)))
                                       : NodeFactory.createLiteralLang(term.get(1), term.get(3));
    };
  }

  public static void main(String[] words) throws IOException {
    new JenaDriver().answerCalls();
  }
}
