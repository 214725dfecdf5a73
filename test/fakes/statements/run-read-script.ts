/** @file Runs `npm run read` on files. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const script = fileURLToPath(new URL('../../../scripts/read.ts', import.meta.url));

const lineSchema = z.looseObject({
  path: z.string(),
  kind: z.string().nullable(),
  statuses: z.array(z.string()).optional(),
  sums: z.unknown().optional(),
});

export const runReadScript = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [script, ...args]);

/** Runs the script on files in a new folder; returns the printed lines without the folder's path. */
export async function readFiles(kind: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-read-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { stdout } = await runReadScript(`--as=${kind}`, folder);
  return stdout
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .map((line) => ({ ...line, path: line.path.slice(folder.length + 1) }));
}
