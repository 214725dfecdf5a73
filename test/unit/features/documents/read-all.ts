/** @file Reads the bytes that are sent of a body. */
import type { OutgoingBody } from '../../../../src/main/service/http/http-messages.ts';

/** Returns all sent bytes, and the error that ended the body; `during` is called after the first chunk. */
export async function readAll(
  body: OutgoingBody,
  onFirstChunk: () => void | Promise<void> = () => undefined,
) {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body.chunks()) {
      chunks.push(Uint8Array.from(chunk));
      if (chunks.length === 1) await onFirstChunk();
    }
    return { sent: Buffer.concat(chunks), error: null };
  } catch (error) {
    return { sent: Buffer.concat(chunks), error };
  }
}
