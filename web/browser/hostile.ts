// Values that harm a page which does not take them as text. Each that runs calls `harm()`.

export const TEXTS: readonly string[] = [
  "<script>harm()</script>",
  "<img src=x onerror=harm()>",
  "<svg/onload=harm()>",
  "\"><iframe srcdoc='<script>parent.harm()</script>'>",
  "' autofocus onfocus='harm()",
  "</title></textarea></style></script><b>bold</b>",
  "<style>*{display:none}</style>",
  "<base href=//elsewhere.test/><meta http-equiv=refresh content=0>",
  "{{constructor.constructor('harm()')()}} ${harm()} `${harm()}`",
  "&lt;script&gt;harm()&lt;/script&gt; &#60;b&#62;",
  "__proto__",
  "constructor",
  "javascript:harm()",
  "data:text/html,<script>harm()</script>",
  "left to right \u202Eevig ot thgir\u2066 isolated", // these directions do not end
  "\u200Bzero\u200Dwidth\uFEFF\u2060",
  "two\nlines\tand\ra tab",
  "lone \uFFFE and \u0007 and \u{1F469}\u200D\u{1F4BB}\u0301\u0301\u0301",
  "W".repeat(3000),
  " ",
  "",
];

// IRIs that are no addresses to follow. Their syntax is that of any IRI.
export const IRIS: readonly string[] = [
  "javascript:harm()",
  "JavaScript:harm()//%0A",
  "vbscript:harm()",
  "data:text/html,%3Cscript%3Eharm()%3C/script%3E",
  "data:image/svg+xml,%3Csvg%20onload='harm()'/%3E",
  "blob:harm()",
  "file:///etc/passwd",
  "//elsewhere.test/",
  "http://elsewhere.test/'onmouseover='harm()",
  "urn:x:&quot;&gt;&lt;img&#32;src=x&#32;onerror=harm()&gt;",
  "urn:x:\u202Eevig",
  "urn:x:" + "w".repeat(3000),
  "__proto__:constructor",
];
