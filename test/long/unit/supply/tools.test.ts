/** @file Scripts start their tools without a shell, so that they run on Windows too. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { commandOf, npmCommand, type Tool } from '../../../../scripts/tools.ts';
import { root } from '../../../unit/layers/imports.ts';

const tools = ['biome', 'electron-vite', 'oxlint', 'playwright', 'stryker', 'vitest'] satisfies Tool[];
const spawnSchema = z.object({
  program: z.string(),
  args: z.array(z.string()),
  shell: z.union([z.boolean(), z.string()]),
});

/** Returns the processes that a script would start on Windows. */
async function recordSpawns(script: string, args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-spawns-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'spawns.jsonl');
  const preload = join(root, 'test/fakes/record-spawns.ts');
  const { stderr } = spawnSync(process.execPath, ['--import', preload, join(root, script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: '', PAYDESK_RECORDED_SPAWNS: file, npm_execpath: join(folder, 'npm-cli.js') },
  });
  expect(existsSync(file), stderr).toBe(true);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => spawnSchema.parse(JSON.parse(line)));
}

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

test.each([
  ['scripts/test.ts', [], 6],
  ['scripts/test.ts', ['lint'], 2],
  ['scripts/test.ts', ['unit', 'integration', 'recovery'], 3],
  ['scripts/audit.ts', [], 1],
  ['scripts/power-loss.ts', [], 1],
  ['scripts/tour.ts', [], 1],
])(
  '%s %o starts every tool by its absolute path and without a shell on Windows',
  async (script, args, spawnCount) => {
    const spawns = await recordSpawns(script, args);
    expect(spawns).toHaveLength(spawnCount);
    for (const {
      program,
      args: [entry = ''],
      shell,
    } of spawns) {
      expect({ program, shell }).toEqual({ program: process.execPath, shell: false });
      expect(isAbsolute(entry), entry).toBe(true);
    }
  },
);

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
