/** The beginning of what comes in pieces: at most so many bytes. Nothing more is read than the piece that holds the last. */
export async function firstBytes(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    // A piece is valid until the next one is asked for.
    kept.push(Buffer.from(piece));
    size += piece.length;
    if (size >= most) break;
  }
  return Buffer.concat(kept).subarray(0, most);
}
