// Lays out a query: a line for each triple and each clause, indented by braces. Tokens stay as they are, and comments
// where they are.

import { tokensOf, type Token } from "../rdf/tokens.ts";

const CLAUSES = words("PREFIX BASE SELECT CONSTRUCT ASK DESCRIBE FROM WHERE ORDER GROUP HAVING LIMIT OFFSET VALUES");
const OPERATIONS = words("INSERT DELETE WITH USING LOAD CLEAR DROP CREATE ADD MOVE COPY");
const PARTS = words("OPTIONAL FILTER BIND MINUS GRAPH SERVICE VALUES");

function words(text: string): Set<string> {
  return new Set(text.split(" "));
}

// Idempotent. A text that is no SPARQL keeps its tokens too.
export function formatted(text: string): string {
  const layout = new Layout();
  for (const token of tokensOf(text)) layout.add(token);
  return layout.text();
}

class Layout {
  private out = "";
  private braces = 0;
  private brackets = 0; // round and square ones together
  private clause = ""; // the last keyword that began a line
  private before: Token = { kind: "space", text: "" }; // without white space
  private isAttached = false; // the next token follows without a space

  text(): string {
    const trimmed = this.out.trim();
    return trimmed === "" ? "" : trimmed + "\n";
  }

  add(token: Token) {
    if (token.kind === "space") return;
    if (token.kind === "lines") return this.addLines(token.text);
    if (this.before.kind === "comment") this.newLine();
    if (token.kind === "comment") this.put(token.text);
    else if (token.kind === "mark") this.addMark(token.text);
    else this.addWord(token);
    this.before = token;
  }

  // A line that ends in the text ends here, too, after a comment and outside of braces; empty lines stay.
  private addLines(text: string) {
    if (this.out === "") return;
    if (this.before.kind === "comment" || (this.braces === 0 && this.brackets === 0)) this.newLine();
    if (/\n[^\S\n]*\n/.test(text)) this.out = this.out.trimEnd() + "\n\n" + "  ".repeat(this.braces);
  }

  private addWord({ kind, text }: Token) {
    if (this.beginsLine(kind, text.toUpperCase())) this.newLine();
    this.put(text);
  }

  private beginsLine(kind: Token["kind"], word: string): boolean {
    if (this.brackets > 0) return false;
    const before = this.before.text.toUpperCase();
    if (before === "}" && word !== "UNION" && word !== "AS") return true;
    if (kind !== "word" || before === "UNION" || before === "BY") return false;
    if (this.braces > 0 && PARTS.has(word)) return true;
    if (OPERATIONS.has(word) && before !== "SILENT") return (this.clause = word) !== "";
    if (!CLAUSES.has(word)) return false;
    // "SELECT ?x WHERE {" is one line, and so is "DELETE WHERE {".
    const isTail = word === "WHERE" && /^(SELECT|CONSTRUCT|DESCRIBE|DELETE)$/.test(this.clause) && before !== "}";
    this.clause = word;
    return !isTail;
  }

  private addMark(mark: string) {
    if (mark === "{") {
      this.put(mark);
      ++this.braces;
      this.newLine();
    } else if (mark === "}") {
      this.braces = Math.max(0, this.braces - 1);
      this.newLine();
      this.out += mark;
    } else if (mark === "(" || mark === "[") {
      const isCall =
        mark === "(" && (this.before.kind === "name" || this.before.kind === "word" || this.before.kind === "iri");
      if (this.before.text === "}") this.newLine();
      if (isCall && !/^(as|in|by|distinct|select|values|return)$/i.test(this.before.text)) this.out += mark;
      else this.put(mark);
      ++this.brackets;
      this.isAttached = true;
    } else if (mark === ")" || mark === "]") {
      this.brackets = Math.max(0, this.brackets - 1);
      this.attach(mark);
    } else if (mark === ",") {
      this.attach(mark);
    } else if (mark === "^^") {
      this.attach(mark);
      this.isAttached = true;
    } else if (mark === "." || mark === ";") {
      this.put(mark);
      if (this.brackets > 0) return;
      this.newLine();
      if (mark === ";" && this.braces > 0) this.out += "  ";
    } else if (mark === "!" || mark === "^") {
      this.put(mark);
      this.isAttached = true;
    } else if (mark === "/" || mark === "|" || mark === "*" || mark === "+" || mark === "?") {
      this.addPathMark(mark);
    } else {
      this.put(mark);
    }
  }

  // Of a path, "a/b*", or of a calculation, "?a * ?b".
  private addPathMark(mark: string) {
    const isCalculation = this.before.kind === "variable" || (this.before.text === ")" && mark !== "/" && mark !== "|");
    const isAll = mark === "*" && this.before.kind === "word";
    if (isCalculation || isAll || this.before.text === "(") this.put(mark);
    else {
      this.attach(mark);
      this.isAttached = mark === "/" || mark === "|";
    }
  }

  private put(text: string) {
    if (!this.isAttached && this.out !== "" && !/\s$/.test(this.out)) this.out += " ";
    this.isAttached = false;
    this.out += text;
  }

  private attach(text: string) {
    this.out = this.out.replace(/[^\S\n]+$/, "") + text;
    this.isAttached = false;
  }

  private newLine() {
    this.isAttached = false;
    const isEmptyLine = /\n\n[^\S\n]*$/.test(this.out);
    this.out = this.out.trimEnd();
    if (this.out !== "") this.out += (isEmptyLine ? "\n\n" : "\n") + "  ".repeat(this.braces);
  }
}
