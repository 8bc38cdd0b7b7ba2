import com.google.gson.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** A client for tests/clients/claims.py: answers calls that are lines of JSON, see driver_process.py. */
abstract class Driver {
  /** A term: "iri", IRI; "blank", LABEL; or "literal", VALUE, DATATYPE, LANGUAGE. */
  static List<String> term(String... parts) {
    return List.of(parts);
  }

  abstract void connect(String url, String token, Integer timeout);

  abstract List<Map<String, List<String>>> select(String query);

  abstract List<Map<String, List<String>>> selectWithin(String query, int seconds);

  abstract boolean ask(String query);

  abstract List<List<List<String>>> construct(String query);

  abstract List<List<List<String>>> describe(String query);

  abstract void update(String text);

  abstract void put(String graph, List<List<List<String>>> triples);

  abstract void add(String graph, List<List<List<String>>> triples);

  abstract List<List<List<String>>> get(String graph);

  abstract void delete(String graph);

  abstract List<Long> total(String query);

  /** What the client's user reads. */
  String message(Exception error) {
    return String.valueOf(error.getMessage());
  }

  private Object call(String name, JsonArray arguments) {
    if (name.equals("connect")) {
      JsonElement token = arguments.get(1), timeout = arguments.get(2);
      connect(arguments.get(0).getAsString(), token.isJsonNull() ? null : token.getAsString(),
          timeout.isJsonNull() ? null : timeout.getAsInt());
      return "";
    }
    String text = arguments.get(0).getAsString();
    return switch (name) {
      case "select" -> select(text);
      case "select_within" -> selectWithin(text, arguments.get(1).getAsInt());
      case "ask" -> ask(text);
      case "construct" -> construct(text);
      case "describe" -> describe(text);
      case "get" -> get(text);
      case "total" -> total(text);
      case "update" -> done(() -> update(text));
      case "delete" -> done(() -> delete(text));
      case "put" -> done(() -> put(text, triples(arguments.get(1))));
      case "add" -> done(() -> add(text, triples(arguments.get(1))));
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Object done(Runnable work) {
    work.run();
    return "";
  }

  private static List<List<List<String>>> triples(JsonElement all) {
    List<List<List<String>>> found = new ArrayList<>();
    for (JsonElement triple : all.getAsJsonArray()) {
      List<List<String>> terms = new ArrayList<>();
      for (JsonElement term : triple.getAsJsonArray()) {
        List<String> parts = new ArrayList<>();
        for (JsonElement part : term.getAsJsonArray()) parts.add(part.getAsString());
        terms.add(parts);
      }
      found.add(terms);
    }
    return found;
  }

  void answerCalls() throws IOException {
    Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = calls.readLine(); line != null; line = calls.readLine()) {
      JsonObject call = JsonParser.parseString(line).getAsJsonObject();
      Map<String, Object> answer;
      try {
        answer = Map.of("result", call(call.get("call").getAsString(), call.getAsJsonArray("arguments")));
      } catch (Exception error) {
        answer = Map.of("error", message(error));
      }
      answers.println(gson.toJson(answer));
    }
  }
}
