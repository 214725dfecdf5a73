/** @file Opens an unencrypted file as the review process does, in memory of its own. */
import { openBytes } from '../../src/main/review/read-sealed.ts';
import { createKernelBuffer } from '../../src/main/review/read-tokens.ts';
import { textOf } from '../../src/main/review/shared-memory.ts';

export function openFile(file: Buffer) {
  const buffer = createKernelBuffer(file.length);
  const bytes = buffer === null ? file : textOf(buffer.memory, file.length);
  if (buffer !== null) bytes.set(file);
  return openBytes(bytes, {}, buffer);
}
