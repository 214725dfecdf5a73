/** @file The installations and output of `scripts/bootstrap.mjs`, with fake programs on its search path. */
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../unit/layers/imports.ts';

const packages = ['xvfb', 'gnome-keyring', 'tinyproxy', 'microsocks'];

/** Creates a clone whose search path has only `programs`, which append their arguments to `calls`. */
async function createClone(programs: readonly string[], { modules = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-bootstrap-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'scripts'));
  for (const name of [
    'scripts/bootstrap.mjs',
    'scripts/find-node.mjs',
    'scripts/system-packages.mjs',
    'package-lock.json',
  ]) {
    await cp(join(root, name), join(folder, name));
  }
  if (modules) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const bin = join(folder, 'bin');
  const calls = join(folder, 'calls');
  await mkdir(bin);
  await writeFile(calls, '');
  for (const name of programs) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n`);
    await chmod(join(bin, name), 0o755);
  }
  return {
    calls: () => readFile(calls, 'utf8'),
    bootstrap: (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      spawnSync(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), ...args], {
        encoding: 'utf8',
        input: '',
        env: { PATH: bin, ...environment },
      }),
  };
}

describe.runIf(process.platform === 'linux')('the bootstrap script, on Linux', () => {
  test('lists each missing package with its reason, and installs the packages only as root', async () => {
    const clone = await createClone(['apt-get']);
    const { stderr, status } = clone.bootstrap(['--system-packages']);
    expect(status).toBe(0);
    for (const name of packages) expect(stderr).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    if (process.getuid?.() === 0) {
      expect(stderr).toMatch(/^Installing as root, with apt-get/m);
      expect(stderr).toContain('CONTRIBUTING.md');
      expect(stderr).toContain('PAYDESK_NO_INSTALL=1');
      expect(await clone.calls()).toMatch(/^apt-get .*install -y --no-install-recommends .*xvfb/);
    } else {
      expect(stderr).toContain('sudo apt-get install');
      expect(await clone.calls()).toBe('');
    }
  });

  test('does not list a package whose program is on the search path', async () => {
    const clone = await createClone(['Xvfb']);
    const { stderr } = clone.bootstrap(['--system-packages']);
    expect(stderr).not.toMatch(/^ {2}xvfb/m);
    expect(stderr).toMatch(/^ {2}tinyproxy/m);
  });

  test('installs nothing with PAYDESK_NO_INSTALL=1, and exits with code 3 when something is missing', async () => {
    const clone = await createClone(['apt-get', 'npm'], { modules: false });
    const { stderr, status } = clone.bootstrap(['scripts/test.ts'], { PAYDESK_NO_INSTALL: '1' });
    expect(status).toBe(3);
    expect(stderr).toMatch(/^ {2}node_modules +npm ci/m);
    for (const name of packages) expect(stderr).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    expect(await clone.calls()).toBe('');
  });

  test('installs no packages when the arguments of the script contain --help', async () => {
    const clone = await createClone(['apt-get']);
    const { status } = clone.bootstrap(['scripts/no-such-script.ts', '--help']);
    expect(status).not.toBe(0);
    expect(await clone.calls()).toBe('');
  });
});
