/** @file Reads a whole file into memory, from any source. */
import { createHash } from 'node:crypto';
import { PaydeskError } from '../../../shared/errors.ts';
import { openGranted } from '../../storage/library/sealed-reader.ts';
import { detach } from '../../workers/detach-buffer.ts';
import type { Source } from '../process/methods/fields.ts';

/** Maximum size of a statement in bytes: text and folded copy are both in memory. */
const maxStatementBytes = 1_500_000_000;

/** A file that is read in frames, such as a sealed file of the library. */
interface ByteReader {
  /** Size in bytes. */
  readonly size: number;
  /** All bytes in order, in chunks owned by the caller. Rejects when a byte was altered, without returning it. */
  frames(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Reads all bytes and closes the reader. Throws `statement-too-large`. */
export async function readWhole(reader: ByteReader): Promise<Uint8Array> {
  try {
    checkSize(reader.size);
    const bytes = new Uint8Array(reader.size);
    let at = 0;
    for await (const frame of reader.frames()) {
      bytes.set(frame, at);
      at += frame.length;
      if (frame.buffer.byteLength === frame.length) detach(frame);
    }
    return bytes;
  } finally {
    await reader.close();
  }
}

/** Throws `statement-too-large`. */
export function checkSize(size: number): void {
  if (size <= maxStatementBytes) return;
  throw new PaydeskError('statement-too-large', 'The statement is too large', {
    details: { size, max: maxStatementBytes },
  });
}

/** Reads all bytes of a source. Rejects like `openGranted`, and with `statement-too-large`. */
export async function readSource(source: Source): Promise<Uint8Array> {
  if (source.kind === 'sealed') return readWhole(await openGranted(source.grant));
  checkSize(source.bytes.length);
  return source.bytes;
}

/** Returns the length in bytes and the SHA-256 (hex) of a source of any size. Rejects like `openGranted`. */
export async function digestOf(source: Source): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  if (source.kind === 'bytes')
    return { size: source.bytes.length, sha256: hash.update(source.bytes).digest('hex') };
  const reader = await openGranted(source.grant);
  try {
    let size = 0;
    for await (const frame of reader.frames()) {
      hash.update(frame);
      size += frame.length;
    }
    return { size, sha256: hash.digest('hex') };
  } finally {
    await reader.close();
  }
}
