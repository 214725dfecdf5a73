import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledKernel } from '../../../scripts/kernel.ts';
import { root } from '../layers/imports.ts';

test('the kernel is what its source compiles to', async () => {
  const path = join(root, 'src', 'main', 'review', 'kernel-bytes.ts');
  expect(await readFile(path, 'utf8')).toBe(await compiledKernel());
});
