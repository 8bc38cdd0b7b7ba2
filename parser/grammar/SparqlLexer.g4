// The tokens of SPARQL 1.2 (SPARQL 1.2 Query, 19.8, the terminals and the keywords).
//
// Codepoint escapes are legal in strings and IRIs alone, and are replaced when these are read (19.2).
// The engine reads tokens with the hand-written parser/detail/lexer.cpp, which is many times faster; lexer_test.cpp runs
// both over the same texts, so that this file stays the definition.
lexer grammar SparqlLexer;

// The body of VALUES, INSERT DATA and DELETE DATA, braces included: folded into one token before the parser sees it, and
// read without a parse tree (parser/detail/data_block.cpp).
tokens { DATA_BLOCK }

// Keywords; case does not matter, but for A.
BASE: B A_ S E;
PREFIX: P R E F I X;
SELECT: S E L E C T;
CONSTRUCT: C O N S T R U C T;
DESCRIBE: D E S C R I B E;
ASK: A_ S K;
DISTINCT: D I S T I N C T;
REDUCED: R E D U C E D;
AS: A_ S;
FROM: F R O M;
NAMED: N A_ M E D;
WHERE: W H E R E;
GROUP: G R O U P;
BY: B Y;
HAVING: H A_ V I N G;
ORDER: O R D E R;
ASC: A_ S C;
DESC: D E S C;
LIMIT: L I M I T;
OFFSET: O F F S E T;
VALUES: V A_ L U E S;
UNDEF: U N D E F;
OPTIONAL: O P T I O N A_ L;
GRAPH: G R A_ P H;
SERVICE: S E R V I C E;
SILENT: S I L E N T;
BIND: B I N D;
MINUS: M I N U S;
UNION: U N I O N;
FILTER: F I L T E R;
IN: I N;
NOT: N O T;
EXISTS: E X I S T S;
TRUE: T R U E;
FALSE: F A_ L S E;
A: 'a';

// Update.
LOAD: L O A_ D;
INTO: I N T O;
CLEAR: C L E A_ R;
DROP: D R O P;
CREATE: C R E A_ T E;
ADD: A_ D D;
MOVE: M O V E;
COPY: C O P Y;
TO: T O;
INSERT: I N S E R T;
DELETE: D E L E T E;
DATA: D A_ T A_;
WITH: W I T H;
USING: U S I N G;
DEFAULT: D E F A_ U L T;
ALL: A_ L L;

// Rules.
RULE: R U L E;
SET: S E T;
IMPORTS: I M P O R T S;
VERSION: V E R S I O N;

// Calls of algorithms.
INVOKE: I N V O K E;
PRODUCING: P R O D U C I N G;

// Aggregates.
COUNT: C O U N T;
SUM: S U M;
MIN: M I N;
MAX: M A_ X;
AVG: A_ V G;
SAMPLE: S A_ M P L E;
GROUP_CONCAT: G R O U P '_' C O N C A_ T;
SEPARATOR: S E P A_ R A_ T O R;

// Functions.
STR: S T R;
LANG: L A_ N G;
LANGDIR: L A_ N G D I R;
HASLANG: H A_ S L A_ N G;
HASLANGDIR: H A_ S L A_ N G D I R;
LANGMATCHES: L A_ N G M A_ T C H E S;
DATATYPE: D A_ T A_ T Y P E;
BOUND: B O U N D;
IRI: I R I;
URI: U R I;
BNODE: B N O D E;
RAND: R A_ N D;
ABS: A_ B S;
CEIL: C E I L;
FLOOR: F L O O R;
ROUND: R O U N D;
CONCAT: C O N C A_ T;
STRLEN: S T R L E N;
UCASE: U C A_ S E;
LCASE: L C A_ S E;
ENCODE_FOR_URI: E N C O D E '_' F O R '_' U R I;
CONTAINS: C O N T A_ I N S;
STRSTARTS: S T R S T A_ R T S;
STRENDS: S T R E N D S;
STRBEFORE: S T R B E F O R E;
STRAFTER: S T R A_ F T E R;
YEAR: Y E A_ R;
MONTH: M O N T H;
DAY: D A_ Y;
HOURS: H O U R S;
MINUTES: M I N U T E S;
SECONDS: S E C O N D S;
TIMEZONE: T I M E Z O N E;
TZ: T Z;
NOW: N O W;
UUID: U U I D;
STRUUID: S T R U U I D;
MD5: M D '5';
SHA1: S H A_ '1';
SHA256: S H A_ '256';
SHA384: S H A_ '384';
SHA512: S H A_ '512';
COALESCE: C O A_ L E S C E;
IF: I F;
STRLANG: S T R L A_ N G;
STRLANGDIR: S T R L A_ N G D I R;
STRDT: S T R D T;
SAMETERM: S A_ M E T E R M;
ISIRI: I S I R I;
ISURI: I S U R I;
ISBLANK: I S B L A_ N K;
ISLITERAL: I S L I T E R A_ L;
ISNUMERIC: I S N U M E R I C;
ISTRIPLE: I S T R I P L E;
TRIPLE: T R I P L E;
SUBJECT: S U B J E C T;
PREDICATE: P R E D I C A_ T E;
OBJECT: O B J E C T;
REGEX: R E G E X;
SUBSTR: S U B S T R;
REPLACE: R E P L A_ C E;

// Punctuation.
LBRACE: '{';
RBRACE: '}';
LPAREN: '(';
RPAREN: ')';
LBRACKET: '[';
RBRACKET: ']';
DOT: '.';
COMMA: ',';
SEMICOLON: ';';
STAR: '*';
SLASH: '/';
PLUS: '+';
MINUS_SIGN: '-';
PIPE: '|';
CARET: '^';
DOUBLE_CARET: '^^';
QUESTION: '?';
EXCLAMATION: '!';
EQUAL: '=';
NOT_EQUAL: '!=';
LESS: '<';
GREATER: '>';
LESS_EQUAL: '<=';
GREATER_EQUAL: '>=';
OR: '||';
AND: '&&';
TILDE: '~';
REIFIED_BEGIN: '<<';
REIFIED_END: '>>';
TRIPLE_BEGIN: '<<(';
TRIPLE_END: ')>>';
ANNOTATION_BEGIN: '{|';
ANNOTATION_END: '|}';

// Terms and names.
IRIREF: '<' (~[<>"{}|^`\\\u0000-\u0020] | UCHAR)* '>';
PNAME_NS: PN_PREFIX? ':';
PNAME_LN: PNAME_NS PN_LOCAL;
BLANK_NODE_LABEL: '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS | '.')* PN_CHARS)?;
VAR1: '?' VARNAME;
VAR2: '$' VARNAME;
LANG_DIR: '@' [a-zA-Z]+ ('-' [a-zA-Z0-9]+)* ('--' [a-zA-Z]+)?;
INTEGER: [0-9]+;
DECIMAL: [0-9]* '.' [0-9]+;
DOUBLE: [0-9]+ '.' [0-9]* EXPONENT | '.' [0-9]+ EXPONENT | [0-9]+ EXPONENT;
INTEGER_POSITIVE: '+' INTEGER;
DECIMAL_POSITIVE: '+' DECIMAL;
DOUBLE_POSITIVE: '+' DOUBLE;
INTEGER_NEGATIVE: '-' INTEGER;
DECIMAL_NEGATIVE: '-' DECIMAL;
DOUBLE_NEGATIVE: '-' DOUBLE;
STRING_LITERAL1: '\'' (~['\\\n\r] | ECHAR)* '\'';
STRING_LITERAL2: '"' (~["\\\n\r] | ECHAR)* '"';
STRING_LITERAL_LONG1: '\'\'\'' (('\'' | '\'\'')? (~['\\] | ECHAR))* '\'\'\'';
STRING_LITERAL_LONG2: '"""' (('"' | '""')? (~["\\] | ECHAR))* '"""';
NIL: '(' (WHITE | HASH)* ')';
ANON: '[' (WHITE | HASH)* ']';

// What stands between tokens. A comment counts as white space, in NIL and ANON too.
WS: WHITE+ -> skip;
COMMENT: '#' ~[\r\n]* -> skip;

// What is no token, so that the parser can name it.
WORD: PN_CHARS_U (PN_CHARS_U | [0-9])*;
UNKNOWN: .;

fragment WHITE: [ \t\r\n];
fragment HASH: '#' ~[\r\n]* [\r\n];
fragment EXPONENT: [eE] [+\-]? [0-9]+;
fragment ECHAR: '\\' [tbnrf\\"'] | UCHAR;
fragment UCHAR: '\\u' HEX HEX HEX HEX | '\\U' HEX HEX HEX HEX HEX HEX HEX HEX;
fragment HEX: [0-9a-fA-F];
fragment PN_CHARS_BASE
  : [A-Za-z] | [\u00C0-\u00D6] | [\u00D8-\u00F6] | [\u00F8-\u02FF] | [\u0370-\u037D] | [\u037F-\u1FFF]
  | [\u200C-\u200D] | [\u2070-\u218F] | [\u2C00-\u2FEF] | [\u3001-\uD7FF] | [\uF900-\uFDCF] | [\uFDF0-\uFFFD]
  | [\u{10000}-\u{EFFFF}];
fragment PN_CHARS_U: PN_CHARS_BASE | '_';
fragment VARNAME: (PN_CHARS_U | [0-9]) (PN_CHARS_U | [0-9] | '\u00B7' | [\u0300-\u036F] | [\u203F-\u2040])*;
fragment PN_CHARS: PN_CHARS_U | '-' | [0-9] | '\u00B7' | [\u0300-\u036F] | [\u203F-\u2040];
fragment PN_PREFIX: PN_CHARS_BASE ((PN_CHARS | '.')* PN_CHARS)?;
fragment PN_LOCAL: (PN_CHARS_U | ':' | [0-9] | PLX) ((PN_CHARS | '.' | ':' | PLX)* (PN_CHARS | ':' | PLX))?;
fragment PLX: '%' HEX HEX | '\\' [_~.\-!$&'()*+,;=/?#@%];

fragment A_: [aA];
fragment B: [bB];
fragment C: [cC];
fragment D: [dD];
fragment E: [eE];
fragment F: [fF];
fragment G: [gG];
fragment H: [hH];
fragment I: [iI];
fragment J: [jJ];
fragment K: [kK];
fragment L: [lL];
fragment M: [mM];
fragment N: [nN];
fragment O: [oO];
fragment P: [pP];
fragment R: [rR];
fragment S: [sS];
fragment T: [tT];
fragment U: [uU];
fragment V: [vV];
fragment W: [wW];
fragment X: [xX];
fragment Y: [yY];
fragment Z: [zZ];
