// The tokens of a SPARQL text, as far as the page needs them (SPARQL 1.1, 19.8). Together they are the whole text, so a
// text with mistakes has tokens too.

export type TokenKind = "space" | "lines" | "comment" | "iri" | "string" | "variable" | "name" | "word" | "mark";
export type Token = { kind: TokenKind; text: string };

const NAME_PART = String.raw`(?:[\p{L}\p{N}_\-:.%·\u0300-\u036F]|\\[_~.\-!$&'()*+,;=/?#@%])*(?:[\p{L}\p{N}_\-:%·\u0300-\u036F]|\\[_~.\-!$&'()*+,;=/?#@%])`;

const TOKENS = new RegExp(
  [
    String.raw`(?<lines>[^\S\n]*\n\s*)`,
    String.raw`(?<space>[^\S\n]+)`,
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<iri><[^<>"{}|^${"`"}\\\s]*>)`,
    String.raw`(?<string>(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?:@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*)?)`,
    String.raw`(?<variable>[?$][\p{L}\p{N}_]+)`,
    String.raw`(?<word>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}:])|[\p{L}_][\p{L}\p{N}_-]*(?![\p{L}\p{N}_.-]*:))`,
    String.raw`(?<name>(?:[\p{L}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?)?:(?:${NAME_PART})?)`,
    String.raw`(?<mark>\^\^|&&|\|\||[<>!]=|[\s\S])`,
  ].join("|"),
  "gu",
);

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map((match) => {
    const [kind] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    return { kind: kind as TokenKind, text: match[0] };
  });
}

// True if there is nothing but white space and comments.
export function isBlank(text: string): boolean {
  return wordsOf(text).length === 0;
}

// Those that are not white space or comments.
export function wordsOf(text: string): Token[] {
  return tokensOf(text).filter(({ kind }) => kind !== "space" && kind !== "lines" && kind !== "comment");
}
