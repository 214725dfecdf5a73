import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledKernel } from '../../../../scripts/generate/kernel.ts';
import { root } from '../../layers/imports.ts';

test('kernel-bytes.ts is what the sources of the kernel compile to', async () => {
  const path = join(root, 'src/main/statement-engine/kernel/kernel-bytes.ts');
  expect(await readFile(path, 'utf8')).toBe(await compiledKernel());
});
