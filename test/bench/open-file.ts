/** @file Opens an unencrypted file as the statement engine does, in memory of its own. */

import { textOf } from '../../src/main/statement-engine/kernel/shared-memory.ts';
import { openBytes } from '../../src/main/statement-engine/read/read-sealed.ts';
import { createKernelBuffer } from '../../src/main/statement-engine/read/read-tokens.ts';

export function openFile(file: Buffer) {
  const buffer = createKernelBuffer(file.length);
  const bytes = buffer === null ? file : textOf(buffer.memory, file.length);
  if (buffer !== null) bytes.set(file);
  return openBytes(bytes, {}, buffer);
}
