/**
 * @file Writes the modules that are generated: compiled messages, the kernel and the names of the statement reader. Git ignores
 * them. A module is written anew when it is missing or when what it is made from has changed;
 * `scripts/bootstrap.mjs` checks that before each script.
 *
 * Usage: node scripts/generate.ts
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFolder = join(root, '.paydesk', 'generated');

interface Generator {
  /** Folder that holds generated modules and nothing else. */
  readonly output: string;
  /** Folder with what it is made from. */
  readonly source: string;
  /** Returns the texts of the modules by path below `output`. */
  generate(): Promise<ReadonlyMap<string, string>>;
}

// The generators and the compilers behind them are loaded only when they are needed.
const generators: readonly Generator[] = [
  {
    output: 'src/shared/messages/compiled',
    source: 'src/shared/messages/en',
    generate: async () => {
      const { compileCatalogs, readCatalogs } = await import('./generate/messages/compile.ts');
      return compileCatalogs(await readCatalogs());
    },
  },
  {
    output: 'src/main/statement-engine/kernel/compiled',
    source: 'src/main/statement-engine/kernel/assembly',
    generate: async () => {
      const { compileKernel } = await import('./generate/kernel.ts');
      return new Map([['kernel-bytes.ts', await compileKernel()]]);
    },
  },
  {
    output: 'src/main/statement-engine/vocabulary/compiled',
    source: 'src/main/statement-engine/read',
    generate: async () => {
      const { writeLocaleNames } = await import('./generate/locale-names.ts');
      return new Map([['locale-names.ts', writeLocaleNames()]]);
    },
  },
];

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the hash of all that decides what a generator writes. */
async function digestInputs(source: string): Promise<string> {
  const files = [...(await listFiles(source)), ...(await listFiles('scripts/generate'))].toSorted();
  const hash = createHash('sha256').update(process.versions.icu ?? '');
  for (const file of [...files, join(root, 'package-lock.json')]) {
    hash.update(file.slice(root.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function isCurrent(output: string, stamp: string, digest: string): Promise<boolean> {
  return existsSync(join(root, output)) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === digest;
}

/** Writes the modules that differ from those on disk, so that a program in development loads only these anew. */
async function writeModules(output: string, modules: ReadonlyMap<string, string>): Promise<void> {
  const files = new Map([...modules].map(([path, text]) => [join(root, output, path), text]));
  const written = existsSync(join(root, output)) ? await listFiles(output) : [];
  for (const file of written) if (!files.has(file)) await rm(file);
  for (const [file, text] of files) {
    if (written.includes(file) && (await readFile(file, 'utf8')) === text) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Writes the generated modules that are missing or out of date. Throws for an invalid source, such as a catalog. */
export async function generateModules(): Promise<void> {
  for (const { output, source, generate } of generators) {
    const stamp = join(stampFolder, `${output.replaceAll('/', '-')}.sha256`);
    const digest = await digestInputs(source);
    if (await isCurrent(output, stamp, digest)) continue;
    const modules = await generate();
    await rm(stamp, { force: true });
    await writeModules(output, modules);
    await mkdir(stampFolder, { recursive: true });
    await writeFile(stamp, digest);
  }
}

if (import.meta.main) await generateModules();
