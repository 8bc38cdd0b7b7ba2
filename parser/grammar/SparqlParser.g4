// The grammar of SPARQL 1.2 Query and Update (SPARQL 1.2 Query, 19.8), rule for rule under the names of the
// specification. Where it differs:
//   - right recursion over long lists ("TriplesBlock ::= Triples ('.' TriplesBlock?)?") is iteration;
//   - the bodies of VALUES, INSERT DATA and DELETE DATA are one token (see SparqlLexer.g4);
//   - functions of the same shape share an alternative of builtInCall;
//   - annotations have no rule of their own, so that an object without one takes no node of the tree;
//   - "!" before an expression is repeated, not nested;
//   - update allows an empty operation between two ";", which the translation refuses anywhere but at the end: it cannot
//     be seen with one token of lookahead.
// One token of lookahead decides everywhere but at the "." of triples and at INSERT and DELETE.
parser grammar SparqlParser;

options { tokenVocab = SparqlLexer; }

queryUnit: query EOF;
query: prologue (selectQuery | constructQuery | describeQuery | askQuery) valuesClause;
updateUnit: update EOF;

prologue: (baseDecl | prefixDecl | versionDecl)*;
baseDecl: BASE IRIREF;
prefixDecl: PREFIX PNAME_NS IRIREF;
versionDecl: VERSION (STRING_LITERAL1 | STRING_LITERAL2);

selectQuery: selectClause datasetClause* whereClause solutionModifier;
subSelect: selectClause whereClause solutionModifier valuesClause;
selectClause: SELECT (DISTINCT | REDUCED)? (selectItem+ | STAR);
selectItem: var | LPAREN expression AS var RPAREN;
// Extension: GRAPH in the template, as in Apache Jena. CONSTRUCT WHERE has triples alone, as a test of the W3C demands.
constructQuery
  : CONSTRUCT (quadPattern datasetClause* whereClause solutionModifier
              | datasetClause* WHERE LBRACE triplesTemplate? RBRACE solutionModifier);
describeQuery: DESCRIBE (varOrIri+ | STAR) datasetClause* whereClause? solutionModifier;
askQuery: ASK datasetClause* whereClause solutionModifier;

datasetClause: FROM (defaultGraphClause | namedGraphClause);
defaultGraphClause: sourceSelector;
namedGraphClause: NAMED sourceSelector;
sourceSelector: iri;
whereClause: WHERE? groupGraphPattern;

solutionModifier: groupClause? havingClause? orderClause? limitOffsetClauses?;
groupClause: GROUP BY groupCondition+;
groupCondition: builtInCall | functionCall | LPAREN expression (AS var)? RPAREN | var;
havingClause: HAVING havingCondition+;
havingCondition: constraint;
orderClause: ORDER BY orderCondition+;
orderCondition: (ASC | DESC) brackettedExpression | constraint | var;
limitOffsetClauses: limitClause offsetClause? | offsetClause limitClause?;
limitClause: LIMIT INTEGER;
offsetClause: OFFSET INTEGER;
valuesClause: (VALUES dataBlock)?;

update: prologue (update1 (SEMICOLON prologue update1?)*)?;
update1
  : load | clear | drop | add | move | copy | create | insertData | deleteData | deleteWhere | modify;
load: LOAD SILENT? iri (INTO graphRef)?;
clear: CLEAR SILENT? graphRefAll;
drop: DROP SILENT? graphRefAll;
create: CREATE SILENT? graphRef;
add: ADD SILENT? graphOrDefault TO graphOrDefault;
move: MOVE SILENT? graphOrDefault TO graphOrDefault;
copy: COPY SILENT? graphOrDefault TO graphOrDefault;
insertData: INSERT DATA quadData;
deleteData: DELETE DATA quadData;
deleteWhere: DELETE WHERE quadPattern;
modify: (WITH iri)? (deleteClause insertClause? | insertClause) usingClause* WHERE groupGraphPattern;
deleteClause: DELETE quadPattern;
insertClause: INSERT quadPattern;
usingClause: USING (iri | NAMED iri);
graphOrDefault: DEFAULT | GRAPH? iri;
graphRef: GRAPH iri;
graphRefAll: graphRef | DEFAULT | NAMED | ALL;
quadPattern: LBRACE quads RBRACE;
quadData: DATA_BLOCK;
quads: triplesTemplate? (quadsNotTriples DOT? triplesTemplate?)*;
quadsNotTriples: GRAPH varOrIri LBRACE triplesTemplate? RBRACE;
triplesTemplate: triplesSameSubject (DOT triplesSameSubject)* DOT?;

// SPARQL-RL (SPARQL 1.2 RL, Working Draft of 25 August 2026). Extensions: GRAPH in heads and bodies, and subqueries in
// bodies. ":=" is two tokens, a PNAME_NS and EQUAL, because "=" may follow the name ":" in an expression.
ruleSetUnit: ruleSet EOF;
ruleSet: (baseDecl | prefixDecl | versionDecl | importsDecl | inferenceRule | ruleData)*;
importsDecl: IMPORTS iri;
inferenceRule: RULE iri? ruleHead WHERE DATA? ruleBody;
ruleData: DATA quadPattern;
ruleHead: quadPattern;
ruleBody: LBRACE triplesBlock? (ruleBodyNotTriples DOT? triplesBlock?)* RBRACE;
ruleBodyNotTriples: filter | ruleNegation | ruleAssignment | ruleGraph | ruleSubSelect;
ruleNegation: NOT DATA? LBRACE triplesBlock? (ruleNegationNotTriples DOT? triplesBlock?)* RBRACE;
ruleNegationNotTriples: filter | ruleGraph;
ruleAssignment: SET LPAREN var PNAME_NS EQUAL expression RPAREN;
ruleGraph: GRAPH varOrIri LBRACE triplesBlock? RBRACE;
ruleSubSelect: LBRACE subSelect RBRACE;

// Rules of other systems (rule_format.hpp). "->", "<-" and "=>" are two tokens each. In Jena's rules keywords are words.
constructUnit: constructRules EOF;
constructRules: prologue (constructRule (SEMICOLON prologue constructRule?)*)?;
constructRule
  : CONSTRUCT (quadPattern datasetClause* whereClause solutionModifier valuesClause
              | datasetClause* WHERE LBRACE triplesTemplate? RBRACE solutionModifier valuesClause);

n3Unit: n3Document EOF;
n3Document: (baseDecl | prefixDecl | (n3Declaration | n3Rule | n3Triples) DOT)*;
n3Declaration: LANG_DIR PNAME_NS? IRIREF;
n3Rule: n3Formula (EQUAL GREATER (n3Formula | booleanLiteral) | LESS_EQUAL n3Formula | iri n3Formula);
n3Formula: LBRACE n3Contents? RBRACE;
n3Contents: n3Triples (DOT n3Triples)* DOT?;
n3Triples: varOrTerm n3Properties | (triplesNode | reifiedTriple) n3Properties?;
n3Properties: n3Verb objectList (SEMICOLON (n3Verb objectList)?)*;
n3Verb: varOrIri | A | EQUAL;

jenaUnit: jenaRules EOF;
jenaRules: (jenaDeclaration | jenaRule)*;
jenaDeclaration: LANG_DIR PNAME_NS? IRIREF DOT?;
jenaRule: LBRACKET PNAME_NS? jenaImplication RBRACKET DOT? | PNAME_NS? jenaImplication DOT;
jenaImplication: jenaTerms (MINUS_SIGN GREATER | LESS MINUS_SIGN) jenaConclusions;
jenaTerms: (jenaTerm COMMA?)*;
jenaConclusions: ((jenaTerm | jenaInnerRule) COMMA?)*;
jenaInnerRule: LBRACKET PNAME_NS? jenaImplication RBRACKET;
jenaTerm: jenaQuad | jenaCall;
jenaQuad: LPAREN (jenaNode COMMA?)+ RPAREN;
jenaCall: WORD (NIL | LPAREN (jenaNode COMMA?)* RPAREN);
jenaNode: var | iri | rdfLiteral | numericLiteral | blankNode | STAR | jenaWord;
jenaWord: WORD (NIL | LPAREN (jenaNode COMMA?)* RPAREN)?;

// Extension: INVOKE of the Cray Graph Engine.
groupGraphPattern: LBRACE (subSelect | subConstruct | groupGraphPatternSub) RBRACE;
subConstruct: CONSTRUCT constructTemplate whereClause INVOKE iri invokeArguments PRODUCING var+;
invokeArguments: NIL | LPAREN varOrTerm (COMMA varOrTerm)* RPAREN;
groupGraphPatternSub: triplesBlock? (graphPatternNotTriples DOT? triplesBlock?)*;
triplesBlock: triplesSameSubjectPath (DOT triplesSameSubjectPath)* DOT?;
graphPatternNotTriples
  : groupOrUnionGraphPattern | optionalGraphPattern | minusGraphPattern | graphGraphPattern | serviceGraphPattern
  | filter | bind | inlineData;
optionalGraphPattern: OPTIONAL groupGraphPattern;
graphGraphPattern: GRAPH varOrIri groupGraphPattern;
serviceGraphPattern: SERVICE SILENT? varOrIri groupGraphPattern;
bind: BIND LPAREN expression AS var RPAREN;
inlineData: VALUES dataBlock;
dataBlock: inlineDataOneVar | inlineDataFull;
inlineDataOneVar: var DATA_BLOCK;
inlineDataFull: (NIL | LPAREN var* RPAREN) DATA_BLOCK;
minusGraphPattern: MINUS groupGraphPattern;
groupOrUnionGraphPattern: groupGraphPattern (UNION groupGraphPattern)*;
filter: FILTER constraint;
constraint: brackettedExpression | builtInCall | functionCall;
functionCall: iri argList;
argList: NIL | LPAREN DISTINCT? expression (COMMA expression)* RPAREN;
expressionList: NIL | LPAREN expression (COMMA expression)* RPAREN;

constructTemplate: LBRACE constructTriples? RBRACE;
constructTriples: triplesSameSubject (DOT triplesSameSubject)* DOT?;
triplesSameSubject: varOrTerm propertyListNotEmpty | (triplesNode | reifiedTriple) propertyList;
propertyList: propertyListNotEmpty?;
propertyListNotEmpty: verb objectList (SEMICOLON (verb objectList)?)*;
verb: varOrIri | A;
objectList: object (COMMA object)*;
object: graphNode (reifier | annotationBlock)*;
triplesSameSubjectPath: varOrTerm propertyListPathNotEmpty | (triplesNodePath | reifiedTriple) propertyListPath;
propertyListPath: propertyListPathNotEmpty?;
propertyListPathNotEmpty: (verbPath | verbSimple) objectListPath (SEMICOLON ((verbPath | verbSimple) objectListPath)?)*;
verbPath: path;
verbSimple: var;
objectListPath: objectPath (COMMA objectPath)*;
objectPath: graphNodePath (reifier | annotationBlockPath)*;

path: pathAlternative;
pathAlternative: pathSequence (PIPE pathSequence)*;
pathSequence: pathEltOrInverse (SLASH pathEltOrInverse)*;
pathElt: pathPrimary pathMod?;
pathEltOrInverse: pathElt | CARET pathElt;
pathMod: QUESTION | STAR | PLUS;
pathPrimary: iri | A | EXCLAMATION pathNegatedPropertySet | LPAREN path RPAREN;
pathNegatedPropertySet
  : pathOneInPropertySet | NIL | LPAREN pathOneInPropertySet (PIPE pathOneInPropertySet)* RPAREN;
pathOneInPropertySet: iri | A | CARET (iri | A);

triplesNode: collection | blankNodePropertyList;
blankNodePropertyList: LBRACKET propertyListNotEmpty RBRACKET;
triplesNodePath: collectionPath | blankNodePropertyListPath;
blankNodePropertyListPath: LBRACKET propertyListPathNotEmpty RBRACKET;
collection: LPAREN graphNode+ RPAREN;
collectionPath: LPAREN graphNodePath+ RPAREN;
graphNode: varOrTerm | triplesNode | reifiedTriple;
graphNodePath: varOrTerm | triplesNodePath | reifiedTriple;
reifier: TILDE varOrReifierId?;
varOrReifierId: var | iri | blankNode;
annotationBlock: ANNOTATION_BEGIN propertyListNotEmpty ANNOTATION_END;
annotationBlockPath: ANNOTATION_BEGIN propertyListPathNotEmpty ANNOTATION_END;
reifiedTriple: REIFIED_BEGIN reifiedTripleSubject verb reifiedTripleObject reifier? REIFIED_END;
reifiedTripleSubject: var | iri | rdfLiteral | numericLiteral | booleanLiteral | blankNode | reifiedTriple | tripleTerm;
reifiedTripleObject: var | iri | rdfLiteral | numericLiteral | booleanLiteral | blankNode | reifiedTriple | tripleTerm;
tripleTerm: TRIPLE_BEGIN tripleTermSubject verb tripleTermObject TRIPLE_END;
tripleTermSubject: var | iri | rdfLiteral | numericLiteral | booleanLiteral | blankNode | tripleTerm;
tripleTermObject: var | iri | rdfLiteral | numericLiteral | booleanLiteral | blankNode | tripleTerm;
varOrTerm: var | graphTerm;
varOrIri: var | iri;
var: VAR1 | VAR2;
graphTerm: iri | rdfLiteral | numericLiteral | booleanLiteral | blankNode | NIL | tripleTerm;

expression: conditionalOrExpression;
conditionalOrExpression: conditionalAndExpression (OR conditionalAndExpression)*;
conditionalAndExpression: valueLogical (AND valueLogical)*;
valueLogical: relationalExpression;
relationalExpression
  : numericExpression
    ( (EQUAL | NOT_EQUAL | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL) numericExpression
    | NOT? IN expressionList
    )?;
numericExpression: additiveExpression;
additiveExpression
  : multiplicativeExpression
    ( (PLUS | MINUS_SIGN) multiplicativeExpression
    | (numericLiteralPositive | numericLiteralNegative) ((STAR | SLASH) unaryExpression)*
    )*;
multiplicativeExpression: unaryExpression ((STAR | SLASH) unaryExpression)*;
unaryExpression: EXCLAMATION* (PLUS | MINUS_SIGN)? primaryExpression;
primaryExpression
  : brackettedExpression | builtInCall | iriOrFunction | rdfLiteral | numericLiteral | booleanLiteral | var
  | exprTripleTerm;
exprTripleTerm: TRIPLE_BEGIN exprTripleTermSubject verb exprTripleTermObject TRIPLE_END;
exprTripleTermSubject: iri | var;
exprTripleTermObject: iri | rdfLiteral | numericLiteral | booleanLiteral | var | exprTripleTerm;
brackettedExpression: LPAREN expression RPAREN;
builtInCall
  : aggregate
  | function0 NIL
  | function1 LPAREN expression RPAREN
  | function2 LPAREN expression COMMA expression RPAREN
  | function3 LPAREN expression COMMA expression COMMA expression RPAREN
  | BOUND LPAREN var RPAREN
  | BNODE (LPAREN expression RPAREN | NIL)
  | (CONCAT | COALESCE) expressionList
  | regexExpression
  | substringExpression
  | strReplaceExpression
  | existsFunc
  | notExistsFunc;
function0: RAND | NOW | UUID | STRUUID;
function1
  : STR | LANG | LANGDIR | HASLANG | HASLANGDIR | DATATYPE | IRI | URI | ABS | CEIL | FLOOR | ROUND | STRLEN | UCASE | LCASE | ENCODE_FOR_URI | YEAR
  | MONTH | DAY | HOURS | MINUTES | SECONDS | TIMEZONE | TZ | MD5 | SHA1 | SHA256 | SHA384 | SHA512 | ISIRI | ISURI
  | ISBLANK | ISLITERAL | ISNUMERIC | ISTRIPLE | SUBJECT | PREDICATE | OBJECT;
function2
  : LANGMATCHES | CONTAINS | STRSTARTS | STRENDS | STRBEFORE | STRAFTER | STRLANG | STRDT | SAMETERM;
function3: IF | STRLANGDIR | TRIPLE;
regexExpression: REGEX LPAREN expression COMMA expression (COMMA expression)? RPAREN;
substringExpression: SUBSTR LPAREN expression COMMA expression (COMMA expression)? RPAREN;
strReplaceExpression: REPLACE LPAREN expression COMMA expression COMMA expression (COMMA expression)? RPAREN;
existsFunc: EXISTS groupGraphPattern;
notExistsFunc: NOT EXISTS groupGraphPattern;
aggregate
  : COUNT LPAREN DISTINCT? (STAR | expression) RPAREN
  | (SUM | MIN | MAX | AVG | SAMPLE) LPAREN DISTINCT? expression RPAREN
  | GROUP_CONCAT LPAREN DISTINCT? expression (SEMICOLON SEPARATOR EQUAL string)? RPAREN;
iriOrFunction: iri argList?;

rdfLiteral: string (LANG_DIR | DOUBLE_CARET iri)?;
numericLiteral: numericLiteralUnsigned | numericLiteralPositive | numericLiteralNegative;
numericLiteralUnsigned: INTEGER | DECIMAL | DOUBLE;
numericLiteralPositive: INTEGER_POSITIVE | DECIMAL_POSITIVE | DOUBLE_POSITIVE;
numericLiteralNegative: INTEGER_NEGATIVE | DECIMAL_NEGATIVE | DOUBLE_NEGATIVE;
booleanLiteral: TRUE | FALSE;
string: STRING_LITERAL1 | STRING_LITERAL2 | STRING_LITERAL_LONG1 | STRING_LITERAL_LONG2;
iri: IRIREF | prefixedName;
prefixedName: PNAME_LN | PNAME_NS;
blankNode: BLANK_NODE_LABEL | ANON;
