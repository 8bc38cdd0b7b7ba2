"""Terms of rdflib from and to the tuples of terms.py."""

import logging

import rdflib
from rdflib.namespace import XSD

# Otherwise rdflib changes literals such as "01"^^xsd:integer when it reads them.
rdflib.NORMALIZE_LITERALS = False

logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it warns of literals that Python has no value for


def to_rdflib(term):
    if term[0] == "iri":
        return rdflib.URIRef(term[1])
    if term[0] == "blank":
        return rdflib.BNode(term[1])
    datatype = rdflib.URIRef(term[2]) if not term[3] and term[2] != str(XSD.string) else None
    return rdflib.Literal(term[1], lang=term[3] or None, datatype=datatype)


def from_rdflib(term):
    if isinstance(term, rdflib.URIRef):
        return ("iri", str(term))
    if isinstance(term, rdflib.BNode):
        return ("blank", str(term))
    datatype = rdflib.RDF.langString if term.language is not None else term.datatype or XSD.string
    return ("literal", str(term), str(datatype), term.language or "")


def triples_from_rdflib(triples):
    return [tuple(map(from_rdflib, triple)) for triple in triples]
