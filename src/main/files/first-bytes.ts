/** The beginning of what comes in pieces: at most so many bytes. Nothing more is read than the piece that holds the last. */
export async function firstBytes(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    // A piece is valid until the next one is asked for.
    chunks.push(Buffer.from(piece));
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
