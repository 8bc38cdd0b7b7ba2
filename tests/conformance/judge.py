"""Runs one test's query and returns: passed, failed (with the reason), unsupported (501)."""

import re

import answers
import compare

EVERY_FORM = "*/*"


def judge(test, engine):
    """(outcome, remark); an outcome is passed, failed, unsupported or crashed."""
    query = f"BASE <{test.base}> " + test.query.read_bytes().decode("utf-8", "replace")
    if "Syntax" in test.kind:
        status, body = engine.ask(query, EVERY_FORM)
        outcome, remark = _syntax(test.kind.startswith("Positive"), status, body)
    else:
        suffix = test.result.suffix
        is_graph = suffix in answers.GRAPHS and re.search(r"\b(CONSTRUCT|DESCRIBE)\b", query, re.IGNORECASE)
        accept = answers.TURTLE if is_graph else answers.TABLES.get(suffix, answers.TABLES[".srj"])[0]
        status, body = engine.ask(query, accept)
        outcome, remark = _evaluation(test, query, status, body, is_graph)
    if not engine.is_alive(wait_s=2 if status == 0 else 0):
        return "crashed", engine.last_words()
    return outcome, remark


def _syntax(is_positive, status, body):
    if status == 400:
        return ("failed", body.decode("utf-8", "replace")) if is_positive else ("passed", "")
    if status == 501 and not is_positive:
        return "failed", "expected 400, found 501"
    if status in (200, 403, 501):  # 403: a service that may not be asked
        return ("passed", "") if is_positive else ("failed", "is no SPARQL, but was answered")
    return "failed", f"status {status}: " + body.decode("utf-8", "replace")


def _evaluation(test, query, status, body, is_graph):
    if status == 501:
        return "unsupported", body.decode("utf-8", "replace").strip()
    if status != 200:
        return "failed", f"status {status}: " + body.decode("utf-8", "replace").strip()
    try:
        found, expected = _rows(test, query, body, is_graph)
    except (SyntaxError, ValueError, UnicodeDecodeError) as error:
        return "failed", f"the answer cannot be read: {error}: {body[:300]}"
    if found is None:
        return "failed", f"other variables than expected: {body[:200]}"
    if compare.same(found, expected, test.lax):
        return "passed", ""
    if compare.same(compare.by_value(found), compare.by_value(expected), test.lax):
        return "passed", "by value"
    missing = [row for row in expected if row not in found]
    surplus = [row for row in found if row not in expected]
    return "failed", f"missing {missing[:8]} surplus {surplus[:8]} ({len(found)} rows, expected {len(expected)})"


def _rows(test, query, body, is_graph):
    content = test.result.read_bytes()
    suffix = test.result.suffix
    if suffix in answers.GRAPHS:
        triples = answers.graph(content, answers.GRAPHS[suffix], test.base)
        if is_graph:
            return answers.graph(body, answers.GRAPHS[".ttl"], test.base), triples
        wanted, expected, ordered = answers.result_set(triples)
        form = answers.TABLES[".srj"][1]
    else:
        form = answers.TABLES[suffix][1]
        wanted, expected = answers.table(content, form)
        ordered = re.search(r"\bORDER\s+BY\b", query, re.IGNORECASE)
    header, found = answers.table(body, form)
    found = answers.rearranged(header, found, wanted)
    if ordered and found is not None:
        return answers.numbered(found), answers.numbered(expected)
    return found, expected
