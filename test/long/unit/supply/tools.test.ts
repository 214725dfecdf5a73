/** @file Scripts start their tools without a shell, so that they run on Windows too. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../unit/layers/imports.ts';

test('apt-get is the only program that a script starts by its name instead of its path', async () => {
  const names = await readdir(join(root, 'scripts'), { recursive: true });
  const programs: string[] = [];
  for (const name of names.filter((path) => /\.m?[jt]s$/.test(path))) {
    const text = await readFile(join(root, 'scripts', name), 'utf8');
    for (const [, program = ''] of text.matchAll(
      /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|run)\(\s*'([^']*)'/g,
    )) {
      programs.push(program);
    }
    expect(text, name).not.toMatch(/shell: (?!false)/);
  }
  expect(new Set(programs)).toEqual(new Set(['apt-get']));
});
