// Apache Jena. rdfs: the quads of its streaming RDFS, added to a graph in memory. owl-rl: its OWL Micro reasoner, the one that
// its manual calls the fastest for OWL; all statements are listed, since it derives some of them only then.

import java.util.concurrent.atomic.AtomicLong;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdfs.RDFSFactory;
import org.apache.jena.reasoner.ReasonerRegistry;
import org.apache.jena.riot.RDFDataMgr;

public class JenaReasoner {
  static Model closure(String rules, Model stated) {
    if (rules.equals("none")) return stated;
    if (!rules.equals("rdfs")) return ModelFactory.createInfModel(ReasonerRegistry.getOWLMicroReasoner(), stated);
    Model all = ModelFactory.createDefaultModel();
    RDFSFactory.graphRDFS(stated.getGraph()).find().forEachRemaining(all.getGraph()::add);
    return all;
  }

  public static void main(String[] words) {
    long begin = System.nanoTime();
    Model stated = ModelFactory.createDefaultModel();
    for (int at = 2; at < words.length; ++at) RDFDataMgr.read(stated, words[at]);
    long loaded = System.nanoTime();
    Model all = closure(words[0], stated);
    AtomicLong triples = new AtomicLong();
    all.getGraph().find().forEachRemaining(triple -> triples.incrementAndGet());
    long closed = System.nanoTime();
    try (var query = QueryExecutionFactory.create(words[1], all)) {
      ResultSetFormatter.consume(query.execSelect());
    }
    System.out.printf("{\"load_seconds\": %f, \"reason_seconds\": %f, \"inferred\": %d, \"answer_seconds\": %f}%n",
        (loaded - begin) / 1e9, (closed - loaded) / 1e9, triples.get() - stated.size(), (System.nanoTime() - closed) / 1e9);
    System.exit(0);
  }
}
