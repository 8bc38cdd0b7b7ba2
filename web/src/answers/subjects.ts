// The triples of a graph by their subjects, for a tree.

export type Subject = { term: string; properties: { predicate: string; objects: string[] }[] };

// In the order of their first triples.
export function subjectsOf(rows: string[][]): Map<string, Subject> {
  const subjects = new Map<string, Subject>();
  for (const [subject = "", predicate = "", object = ""] of rows) {
    let found = subjects.get(subject);
    if (!found) subjects.set(subject, (found = { term: subject, properties: [] }));
    const property = found.properties.find((one) => one.predicate === predicate);
    if (property) property.objects.push(object);
    else found.properties.push({ predicate, objects: [object] });
  }
  return subjects;
}

// Blank nodes with exactly one triple that leads to them.
export function inlineNodes(rows: string[][]): Set<string> {
  const uses = new Map<string, number>();
  for (const [, , object = ""] of rows) if (object.startsWith("_:")) uses.set(object, (uses.get(object) ?? 0) + 1);
  return new Set([...uses].filter(([, count]) => count === 1).map(([node]) => node));
}
