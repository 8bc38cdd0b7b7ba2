// Answers the calls of driver_process.py by the methods of a client; terms are RDF/JS's outside of this file.
import { createInterface } from "node:readline";

const RDF_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

// ["iri", IRI], ["blank", LABEL] or ["literal", VALUE, DATATYPE, LANGUAGE]
export function fromTerm(term) {
  if (term.termType === "NamedNode") return ["iri", term.value];
  if (term.termType === "BlankNode") return ["blank", term.value];
  return ["literal", term.value, term.datatype.value, term.language];
}

export function fromTriple(triple) {
  return [triple.subject, triple.predicate, triple.object].map(fromTerm);
}

export function toTerm([kind, value, datatype, language], factory) {
  if (kind === "iri") return factory.namedNode(value);
  if (kind === "blank") return factory.blankNode(value);
  return factory.literal(value, datatype === RDF_LANG_STRING ? language : factory.namedNode(datatype));
}

export function toTriples(triples, factory) {
  return triples.map((triple) => factory.quad(...triple.map((term) => toTerm(term, factory))));
}

export async function answerCalls(client) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { call, arguments: words } = JSON.parse(line);
    let answer;
    try {
      answer = { result: (await client[call](...words)) ?? "" };
    } catch (error) {
      answer = { error: error.message };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
