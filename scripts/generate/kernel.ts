/**
 * @file Compiles the WebAssembly kernel of the statement reader and writes it as a module. With `--check`, it writes
 * nothing and fails if the module is not up to date.
 *
 * Usage: node scripts/generate/kernel.ts [--check]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'src/main/statement-engine/kernel/kernel-bytes.ts');

const options = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime=stub',
  '--importMemory',
  '--sharedMemory',
  '--initialMemory=1',
  '--maximumMemory=65536',
  '--enable=simd,threads',
];

/** Returns the module that the source in `src/main/statement-engine/kernel/assembly` compiles to. */
export async function compiledKernel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-kernel-'));
  try {
    const file = join(folder, 'kernel.wasm');
    const { default: compiler } = await import('assemblyscript/asc');
    const { error } = await compiler.main([
      'src/main/statement-engine/kernel/assembly/tokenize.ts',
      'src/main/statement-engine/kernel/assembly/find.ts',
      'src/main/statement-engine/kernel/assembly/cells.ts',
      `--baseDir=${root}`,
      `--outFile=${file}`,
      ...options,
    ]);
    if (error !== null) throw error;
    const text = (await readFile(file)).toString('base64');
    const lines = text.match(/.{1,100}/g) ?? [];
    const header =
      '/** @file Written by scripts/generate/kernel.ts from the files in src/main/statement-engine/kernel/assembly. */';
    const doc = '/** WebAssembly in base64. */';
    return `${header}\n\n${doc}\nexport const kernelBytes =\n  '${lines.join("' +\n  '")}';\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const compiled = await compiledKernel();
  if (!process.argv.includes('--check')) await writeFile(target, compiled);
  else if ((await readFile(target, 'utf8')) !== compiled) {
    console.error('kernel-bytes.ts is out of date: run node scripts/generate/kernel.ts');
    process.exitCode = 1;
  }
}
