// RDF4J: a MemoryStore, with the SchemaCachingRDFSInferencer for rdfs. The inferencer works while the store loads.

import java.io.File;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.inferencer.fc.SchemaCachingRDFSInferencer;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

public class Rdf4jReasoner {
  public static void main(String[] words) throws Exception {
    long begin = System.nanoTime();
    MemoryStore store = new MemoryStore();
    SailRepository repository =
        new SailRepository(words[0].equals("none") ? store : new SchemaCachingRDFSInferencer(store));
    repository.init();
    try (var connection = repository.getConnection()) {
      connection.begin(IsolationLevels.NONE);
      for (int at = 2; at < words.length; ++at) connection.add(new File(words[at]));
      connection.commit();
      long loaded = System.nanoTime();
      try (var answer = connection.prepareTupleQuery(words[1]).evaluate()) {
        while (answer.hasNext()) answer.next();
      }
      long answered = System.nanoTime();
      long triples = 0;
      try (var all = connection.getStatements(null, null, null, true)) {
        for (; all.hasNext(); all.next()) ++triples;
      }
      System.out.printf("{\"load_seconds\": %f, \"triples\": %d, \"answer_seconds\": %f}%n", (loaded - begin) / 1e9,
          triples, (answered - loaded) / 1e9);
    }
    System.exit(0);
  }
}
