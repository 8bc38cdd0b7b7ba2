import assert from "node:assert/strict";
import { test } from "node:test";
import { XSD } from "../rdf/term.ts";
import { pictureOf } from "./pictures.ts";

const DEPICTION = "http://xmlns.com/foaf/0.1/depiction";
const ORIGIN = "http://localhost:3756";
const iri = (value: string) => ({ kind: "iri", value }) as const;
const of = (value: string, property = "urn:p") => pictureOf(property, iri(value), ORIGIN);

test("pictures of the own origin are shown, others are links with their host", () => {
  assert.deepEqual(of(`${ORIGIN}/a.PNG`), { kind: "shown", address: `${ORIGIN}/a.PNG` });
  assert.deepEqual(of(`${ORIGIN}/a`, DEPICTION), { kind: "shown", address: `${ORIGIN}/a` });
  assert.deepEqual(of("https://a.example/b.jpeg?width=100"), {
    kind: "link",
    address: "https://a.example/b.jpeg?width=100",
    host: "a.example",
  });
  assert.equal(of(`${ORIGIN}/a`), null);
  assert.equal(
    pictureOf(DEPICTION, { kind: "literal", value: `${ORIGIN}/a.png`, datatype: XSD + "string" }, ORIGIN),
    null,
  );
});

test("pictures within a value are those of pixels", () => {
  assert.equal(of("data:image/png;base64,iVBORw0KGgo=")?.kind, "shown");
  for (const other of ["data:image/svg+xml;base64,PHN2Zz4=", "data:text/html;base64,aGk=", "data:image/png,%89PNG"])
    assert.equal(of(other, DEPICTION), null, other);
  for (const other of ["javascript:alert(1)//a.png", "blob:http://localhost:3756/a.png", "file:///a.png", "a.png"])
    assert.equal(of(other, DEPICTION), null, other);
});
