// Text from the network, line by line.

export type Bytes = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

// Yields the lines of each piece together, without their ends, as soon as the piece has come.
export async function* lineBatches(body: Bytes): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
