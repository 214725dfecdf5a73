/** @file Scripts start their tools without a shell, so that they run on Windows too. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandOf, npmCommand, type Tool } from '../../../../scripts/tools.ts';
import { root } from '../../../unit/layers/imports.ts';

const tools = ['biome', 'electron-vite', 'oxlint', 'playwright', 'stryker', 'vitest'] satisfies Tool[];
test.each(tools)('%s is run as a script of its package by the current Node executable', async (tool) => {
  const [program, entry = '', ...args] = commandOf(tool, '--version');
  expect(program).toBe(process.execPath);
  expect(args).toEqual(['--version']);
  expect(await readFile(entry, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('npm is started from the path in npm_execpath', () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv('npm_execpath', '/npm/bin/npm-cli.js');
  expect(npmCommand('audit')).toEqual([process.execPath, '/npm/bin/npm-cli.js', 'audit']);
});

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
