/** @file Compiles the WebAssembly kernel of the statement reader. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

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
export async function compileKernel(): Promise<string> {
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
    const bytes = (await readFile(file)).toString('base64');
    return `/** WebAssembly in base64. */\nexport const kernelBytes = '${bytes}';\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
