/** @file Opens a sealed statement. A large one is decrypted into the memory of the kernel that reads it. */
import { type Grant, openGranted } from '../../storage/library/sealed-reader.ts';
import { textOf } from '../kernel/shared-memory.ts';
import type { Source } from '../process/methods/fields.ts';
import type { RememberedInterpretation } from './file-shape.ts';
import { createKernelBuffer, type KernelBuffer } from './read-tokens.ts';
import { type RememberedUse, resolveOptions } from './remembered-interpretation.ts';
import { checkSize, readSource } from './source.ts';
import { type OpenOptions, openTable, type Table } from './table.ts';

/** Minimum size in bytes of a file that is decrypted into the memory of a kernel. */
export const minKernelBytes = 4 * 1024 * 1024;

export interface OpenFile {
  /** The original bytes. */
  readonly bytes: Uint8Array;
  readonly table: Table;
  /** Whether the remembered options were applied. */
  readonly use: RememberedUse;
  /** Memory of the text and its folded copy, reusable once the statement is closed. */
  readonly buffer?: KernelBuffer | null;
}

/** True if the memory is large enough for a file, and at most four times as large. */
function isReusable({ memory }: KernelBuffer, size: number): boolean {
  return memory.capacity >= size && memory.capacity <= size * 4;
}

/** Options for opening a file. */
export interface OpenChoice {
  readonly options?: OpenOptions;
  /** Replaces the options if the file has the remembered shape. */
  readonly remembered?: RememberedInterpretation | null;
}

/** Opens a file from its complete bytes. */
export function openBytes(
  bytes: Uint8Array,
  choice: OpenChoice,
  buffer: KernelBuffer | null = null,
): OpenFile {
  const { options, use } = resolveOptions(bytes, choice.options, choice.remembered);
  return { bytes, use, table: openTable(bytes, options, buffer), buffer };
}

/** Opens a statement, in the memory of a closed statement if that is large enough. Rejects like `openGranted`, and with `statement-too-large`. */
export async function openSealed(
  grant: Grant,
  choice: OpenChoice,
  freeBuffer: KernelBuffer | null = null,
): Promise<OpenFile> {
  checkSize(grant.size);
  const { encoding = 'utf-8' } = choice.remembered?.options ?? choice.options ?? {};
  const reusedBuffer = freeBuffer !== null && isReusable(freeBuffer, grant.size) ? freeBuffer : null;
  const isLarge = grant.size >= minKernelBytes && encoding === 'utf-8';
  const buffer = isLarge ? (reusedBuffer ?? createKernelBuffer(grant.size)) : null;
  if (buffer === null) return openBytes(await readSource({ kind: 'sealed', grant }), choice);
  const content = await openGranted(grant);
  try {
    const bytes = textOf(buffer.memory, content.size);
    await content.fill(bytes, 0, content.frameCount);
    return openBytes(bytes, choice, buffer);
  } finally {
    await content.close();
  }
}

/** Decrypts a file into memory of its own. Each frame is authenticated, like the number of frames. */
async function readGranted(grant: Grant): Promise<Uint8Array> {
  checkSize(grant.size);
  const content = await openGranted(grant);
  try {
    const bytes = new Uint8Array(content.size);
    await content.fill(bytes, 0, content.frameCount);
    return bytes;
  } finally {
    await content.close();
  }
}

/** The next statement of a table is about as large as the one before it. */
const spareCapacity = 1.25;

/**
 * Opens a statement of a table. Its text stays in memory of its own, and only its tokens are in the memory of the kernel,
 * which the next statement of the table reuses.
 */
export async function openForCombined(
  source: Source,
  choice: OpenChoice,
  buffer: KernelBuffer | null,
): Promise<OpenFile> {
  const bytes = source.kind === 'sealed' ? await readGranted(source.grant) : await readSource(source);
  const reusedBuffer = buffer !== null && isReusable(buffer, bytes.length) ? buffer : null;
  const isLarge = bytes.length >= minKernelBytes;
  const kernelBuffer = isLarge
    ? (reusedBuffer ?? createKernelBuffer(Math.ceil(bytes.length * spareCapacity)))
    : null;
  if (kernelBuffer !== null) textOf(kernelBuffer.memory, bytes.length).set(bytes);
  return openBytes(bytes, choice, kernelBuffer);
}
