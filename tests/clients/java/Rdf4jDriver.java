import java.io.IOException;
import java.util.*;
import org.apache.http.*;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.*;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;

/** Eclipse RDF4J's SPARQLRepository. */
final class Rdf4jDriver extends Driver {
  private static final ValueFactory FACTORY = SimpleValueFactory.getInstance();
  private SPARQLRepository repository;
  private RepositoryConnection connection;

  void connect(String url, String token, Integer timeout) {
    if (connection != null) {
      connection.close();
      repository.shutDown();
    }
    repository = open(url, token, timeout == null ? "" : "&timeout=" + timeout);
    connection = repository.getConnection();
  }

  private static SPARQLRepository open(String url, String token, String parameters) {
    // Without the parameters, RDF4J gets XML, which cannot hold all characters.
    String queries = url + "/sparql?format=json&output=nt" + parameters;
    SPARQLRepository repository = new SPARQLRepository(queries, url + "/update");
    if (token != null) repository.setAdditionalHttpHeaders(Map.of("Authorization", "Bearer " + token));
    repository.setHttpClient(HttpClientBuilder.create().useSystemProperties()
        .addInterceptorLast((HttpResponseInterceptor) Rdf4jDriver::showRefusal).build());
    return repository;
  }

  /** RDF4J loses the server's message if the status is 401 or 503: it becomes the text of the error. */
  static void showRefusal(HttpResponse response, HttpContext context) throws IOException, HttpException {
    int status = response.getStatusLine().getStatusCode();
    if (status == 401 || status == 503)
      throw new HttpException("status " + status + ": " + EntityUtils.toString(response.getEntity()));
  }

  @Override
  String message(Exception error) {
    String text = "";
    for (Throwable one = error; one != null; one = one.getCause()) text += one.getMessage() + "\n";
    return text;
  }

  List<Map<String, List<String>>> select(String query) {
    return from(connection.prepareTupleQuery(query));
  }

  List<Map<String, List<String>>> selectWithin(String text, int seconds) {
    TupleQuery query = connection.prepareTupleQuery(text);
    query.setMaxExecutionTime(seconds);
    return from(query);
  }

  private static List<Map<String, List<String>>> from(TupleQuery query) {
    List<Map<String, List<String>>> rows = new ArrayList<>();
    try (TupleQueryResult result = query.evaluate()) {
      for (BindingSet solution : result) {
        Map<String, List<String>> row = new HashMap<>();
        for (Binding binding : solution) row.put(binding.getName(), from(binding.getValue()));
        rows.add(row);
      }
    }
    return rows;
  }

  List<Long> total(String query) {
    long rows = 0, total = 0;
    try (TupleQueryResult result = connection.prepareTupleQuery(query).evaluate()) {
      for (BindingSet solution : result) {
        ++rows;
        total += ((Literal) solution.getValue("x")).longValue();
      }
    }
    return List.of(rows, total);
  }

  boolean ask(String query) {
    return connection.prepareBooleanQuery(query).evaluate();
  }

  List<List<List<String>>> construct(String query) {
    try (GraphQueryResult result = connection.prepareGraphQuery(query).evaluate()) {
      return from(result);
    }
  }

  List<List<List<String>>> describe(String query) {
    return construct(query);
  }

  void update(String text) {
    connection.prepareUpdate(text).execute();
  }

  void put(String graph, List<List<List<String>>> triples) {
    connection.begin();
    connection.clear(FACTORY.createIRI(graph));
    add(graph, triples);
    connection.commit();
  }

  void add(String graph, List<List<List<String>>> triples) {
    List<Statement> statements = new ArrayList<>();
    for (List<List<String>> triple : triples)
      statements.add(FACTORY.createStatement(
          (Resource) value(triple.get(0)), (IRI) value(triple.get(1)), value(triple.get(2))));
    connection.add(statements, FACTORY.createIRI(graph));
  }

  List<List<List<String>>> get(String graph) {
    try (var statements = connection.getStatements(null, null, null, false, FACTORY.createIRI(graph))) {
      return from(statements);
    }
  }

  void delete(String graph) {
    connection.clear(FACTORY.createIRI(graph));
  }

  private static List<List<List<String>>> from(Iterable<Statement> statements) {
    List<List<List<String>>> triples = new ArrayList<>();
    for (Statement statement : statements)
      triples.add(List.of(from(statement.getSubject()), from(statement.getPredicate()), from(statement.getObject())));
    return triples;
  }

  private static List<String> from(Value value) {
    if (value instanceof IRI iri) return term("iri", iri.stringValue());
    if (value instanceof BNode node) return term("blank", node.getID());
    Literal literal = (Literal) value;
    return term("literal", literal.getLabel(), literal.getDatatype().stringValue(), literal.getLanguage().orElse(""));
  }

  private static Value value(List<String> term) {
    return switch (term.get(0)) {
      case "iri" -> FACTORY.createIRI(term.get(1));
      case "blank" -> FACTORY.createBNode(term.get(1));
      default -> term.get(3).isEmpty() ? FACTORY.createLiteral(term.get(1), FACTORY.createIRI(term.get(2)))
                                       : FACTORY.createLiteral(term.get(1), term.get(3));
    };
  }

  public static void main(String[] words) throws IOException {
    new Rdf4jDriver().answerCalls();
  }
}
