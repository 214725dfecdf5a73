/** Reads at most `maxBytes` bytes from the start of a stream, and requests no further chunk. */
export async function readFirstBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const copiedChunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of chunks) {
    // A chunk is valid until the next chunk is requested.
    copiedChunks.push(Buffer.from(chunk));
    byteCount += chunk.length;
    if (byteCount >= maxBytes) break;
  }
  return Buffer.concat(copiedChunks).subarray(0, maxBytes);
}
