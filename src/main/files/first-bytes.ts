/** Reads at most the given number of bytes from the start of a stream, and no further chunk. */
export async function firstBytes(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    // A chunk is valid until the next one is requested.
    chunks.push(Buffer.from(piece));
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
