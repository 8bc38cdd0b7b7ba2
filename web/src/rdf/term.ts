// RDF terms, and their text as the server sends it: TSV (SPARQL 1.1 Query Results CSV and TSV Formats, 4) and
// N-Triples write terms in the same way, but TSV also abbreviates numbers and booleans as Turtle does.

export type Term = Iri | BlankNode | Literal;
export type Iri = { kind: "iri"; value: string };
export type BlankNode = { kind: "blank"; value: string };
export type Literal = { kind: "literal"; value: string; datatype: string; language?: string };

export const XSD = "http://www.w3.org/2001/XMLSchema#";
export const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
export const RDFS = "http://www.w3.org/2000/01/rdf-schema#";

const ESCAPES: Record<string, string> = { t: "\t", b: "\b", n: "\n", r: "\r", f: "\f", '"': '"', "'": "'", "\\": "\\" };

// Replaces \n, \uXXXX and the like.
export function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs, (whole, four, eight, one) => {
    if (four !== undefined) return String.fromCharCode(parseInt(four, 16));
    if (eight !== undefined) {
      const code = parseInt(eight, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    return ESCAPES[one as string] ?? whole;
  });
}

// The text between two quotes, as Turtle writes it.
function escape(text: string): string {
  const names: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  return text.replace(/[\t\n\r"\\]/g, (one) => names[one]!);
}

// The index after a quoted string that begins at `begin`; -1 if it does not end.
function endOfString(text: string, begin: number): number {
  const quote = text[begin];
  for (let i = begin + 1; i < text.length; ++i) {
    if (text[i] === "\\") ++i;
    else if (text[i] === quote) return i + 1;
  }
  return -1;
}

function parseLiteral(text: string): Literal | null {
  const end = endOfString(text, 0);
  if (end < 0) return null;
  const value = unescape(text.slice(1, end - 1));
  const rest = text.slice(end);
  if (rest === "") return { kind: "literal", value, datatype: XSD + "string" };
  if (rest.startsWith("@")) return { kind: "literal", value, datatype: RDF + "langString", language: rest.slice(1) };
  if (rest.startsWith("^^<") && rest.endsWith(">"))
    return { kind: "literal", value, datatype: unescape(rest.slice(3, -1)) };
  return null;
}

// One term. null: the cell is empty, so the variable is unbound. Text in no known form becomes a plain literal, so that
// it is shown in any case.
export function parseTerm(text: string): Term | null {
  if (text === "") return null;
  if (text.startsWith("<") && text.endsWith(">")) return { kind: "iri", value: unescape(text.slice(1, -1)) };
  if (text.startsWith("_:")) return { kind: "blank", value: text.slice(2) };
  if (text.startsWith('"') || text.startsWith("'")) {
    const literal = parseLiteral(text);
    if (literal) return literal;
  }
  if (text === "true" || text === "false") return { kind: "literal", value: text, datatype: XSD + "boolean" };
  if (/^[+-]?\d+$/.test(text)) return { kind: "literal", value: text, datatype: XSD + "integer" };
  if (/^[+-]?\d*\.\d+$/.test(text)) return { kind: "literal", value: text, datatype: XSD + "decimal" };
  if (/^[+-]?(\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(text))
    return { kind: "literal", value: text, datatype: XSD + "double" };
  return { kind: "literal", value: text, datatype: XSD + "string" };
}

// The term in the syntax of SPARQL and Turtle.
export function termText(term: Term): string {
  if (term.kind === "iri") return `<${term.value.replace(/[\x00-\x20<>"{}|^`\\]/g, escapeInIri)}>`;
  if (term.kind === "blank") return `_:${term.value}`;
  const quoted = `"${escape(term.value)}"`;
  if (term.language !== undefined) return `${quoted}@${term.language}`;
  return term.datatype === XSD + "string" ? quoted : `${quoted}^^<${term.datatype}>`;
}

function escapeInIri(one: string): string {
  return "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase();
}

const NUMERIC = new Set(
  [
    "integer decimal double float long int short byte nonNegativeInteger positiveInteger nonPositiveInteger",
    "negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte",
  ]
    .join(" ")
    .split(" ")
    .map((name) => XSD + name),
);

export function isNumeric(term: Term | null): term is Literal {
  return term?.kind === "literal" && NUMERIC.has(term.datatype);
}

// Order of values in a column: unbound, blank nodes, IRIs, literals, as ORDER BY has it; numbers by value.
export function compareTerms(a: Term | null, b: Term | null): number {
  const rank = (term: Term | null) => (term === null ? 0 : term.kind === "blank" ? 1 : term.kind === "iri" ? 2 : 3);
  if (a === null || b === null || rank(a) !== rank(b)) return rank(a) - rank(b);
  if (isNumeric(a) && isNumeric(b)) return Number(a.value) - Number(b.value) || a.value.localeCompare(b.value);
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

// Splits a line of N-Triples or N-Quads into the texts of its terms; null if it is a comment, empty, or malformed.
export function splitStatement(line: string): string[] | null {
  const terms: string[] = [];
  let i = 0;
  while (i < line.length) {
    const one = line[i]!;
    if (one === " " || one === "\t") ++i;
    else if (one === ".") return terms.length >= 3 ? terms : null;
    else {
      const end = endOfTerm(line, i);
      if (end < 0) return null;
      terms.push(line.slice(i, end));
      i = end;
    }
  }
  return null;
}

function endOfTerm(line: string, begin: number): number {
  if (line[begin] === "<") return line.indexOf(">", begin) + 1 || -1;
  if (line[begin] === '"') {
    const end = endOfString(line, begin);
    if (end < 0 || (line[end] !== "@" && line[end] !== "^")) return end;
    if (line.startsWith("^^<", end)) return line.indexOf(">", end) + 1 || -1;
    return endOfWord(line, end);
  }
  return line.startsWith("_:", begin) ? endOfWord(line, begin) : -1;
}

function endOfWord(line: string, begin: number): number {
  let i = begin;
  while (i < line.length && line[i] !== " " && line[i] !== "\t") ++i;
  return line[i - 1] === "." && i === line.length ? i - 1 : i;
}
