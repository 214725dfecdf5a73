/** @file Bytes of the built files that a start loads. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes as stored, and compressed with gzip. */
interface Bytes {
  readonly raw: number;
  readonly gzip: number;
}

/** The bytes of several files, compressed one by one. */
export async function bytesOf(files: Iterable<string>): Promise<Bytes> {
  let raw = 0;
  let gzip = 0;
  for (const file of files) {
    const content = await readFile(file);
    raw += content.length;
    gzip += gzipSync(content).length;
  }
  return { raw, gzip };
}

/** Static imports of one built module. Imports inside a function call are loaded later and not listed. */
const staticImport = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g;

const anyImport = /(?:\bfrom|\bimport)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;

/** An entry and all files that it imports statically: what is evaluated before its own first line. */
export function findStaticImports(entry: string): Promise<ReadonlySet<string>> {
  return followImports([entry]);
}

/** An entry, the files that the entry itself loads later, and all static imports of both. */
export async function findStartImports(entry: string): Promise<ReadonlySet<string>> {
  const source = await readFile(entry, 'utf8');
  const imported = [...source.matchAll(anyImport)].map(([, relative = '']) => join(dirname(entry), relative));
  return followImports([entry, ...imported]);
}

async function followImports(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const source = await readFile(file, 'utf8');
    for (const [, relative = ''] of source.matchAll(staticImport))
      pending.push(join(dirname(file), relative));
  }
  return found;
}
