/** @file The source of the policy on each system, read from the output of the tools of Windows and macOS, and from files. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { managedPreferences, readSystemPolicy } from '../../../src/main/platform/policy/managed-settings.ts';
import type { RunProgram } from '../../../src/main/platform/system-programs.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const [machineKey, userKey] = [
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Paydesk',
  'HKEY_CURRENT_USER\\Software\\Policies\\Paydesk',
];

async function createFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** Reads the policy of Windows, whose tools find these keys and print these values; returns the started programs too. */
async function readRegistry(
  isReadable: (key: string) => boolean,
  values: unknown,
  environment: object = { SystemRoot: 'C:\\Windows' },
) {
  const programs: string[] = [];
  const sources = await readSystemPolicy('win32', { ...environment }, async (program, args) => {
    programs.push(program);
    if (program.endsWith('reg.exe') ? !isReadable(args[1] ?? '') : values === undefined)
      throw new Error('The program failed');
    const text = JSON.stringify(values ?? null);
    return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(',');
  });
  return { sources, programs };
}

describe('the registry of Windows', () => {
  test('provides numbers and texts, and lists and objects as JSON, of the machine before those of the user', async () => {
    const plain = {
      lockAfterMinutes: 15,
      helpPage: 'https://intranet.example/paydesk',
      practiceCompany: 'off',
    };
    const composed = { storageHosts: ['files.example.com'], inbox: { folder: 'D:\\Zahlungen\\Müller €' } };
    const texts = Object.entries(composed).map(([name, value]) => [name, JSON.stringify(value)]);
    const { sources, programs } = await readRegistry(() => true, {
      [userKey]: { lockAfterMinutes: 5 },
      [machineKey]: { ...plain, ...Object.fromEntries(texts), '(default)': 'x' },
    });
    expect(sources).toEqual([
      { location: machineKey, values: { version: 1, ...plain, ...composed } },
      { location: userKey, values: { version: 1, lockAfterMinutes: 5 } },
    ]);
    for (const program of programs) expect(program).toMatch(/^C:\\Windows\\System32\\.*\.exe$/);
  });

  test('is not read with PowerShell when both keys are missing', async () => {
    const { sources, programs } = await readRegistry((key) => !key.includes('Policies'), undefined);
    expect(sources).toEqual([]);
    expect(programs).toEqual(Array<string>(3).fill('C:\\Windows\\System32\\reg.exe'));
  });

  test.each([
    ['one key is missing', (key: string) => key !== machineKey],
    ['an administrator has disabled reg.exe', () => false],
  ])('is read with PowerShell when %s', async (_, isReadable) => {
    const { sources } = await readRegistry(isReadable, { [userKey]: { helpPage: 'x' }, [machineKey]: null });
    expect(sources).toEqual([{ location: userKey, values: { version: 1, helpPage: 'x' } }]);
    expect((await readRegistry(isReadable, {})).sources).toEqual([]);
  });

  test.each<[string, unknown, object?]>([
    ['PowerShell fails', undefined],
    ['the values of a key are a text', { [machineKey]: 'x' }],
    ['SystemRoot is not set', {}, {}],
  ])('is reported when %s', async (_, values, environment) => {
    const { sources } = await readRegistry(() => true, values, environment);
    expect(sources).toEqual([{ location: `${machineKey}, ${userKey}`, problem: 'unreadable' }]);
  });
});

describe('the managed preferences of macOS', () => {
  /** Reads preferences that `plutil` prints as this text; without a text it fails. */
  async function readPreferences(text: string | null) {
    const path = join(await createFolder(), 'com.paydesk.desktop.plist');
    await writeFile(path, '');
    const run: RunProgram = async (program, args) => {
      expect([program, ...args].join(' ')).toBe(`/usr/bin/plutil -convert json -o - ${path}`);
      if (text === null) throw new Error('plutil failed');
      return text;
    };
    return { path, sources: await readSystemPolicy('darwin', {}, run, path) };
  }

  test('provide their fields without the fields that macOS adds', async () => {
    const settings = { version: 1, storageHosts: ['files.example.com'], updates: { mode: 'off' } };
    const added = { PayloadUUID: '0B9C6A0E-6F0C-4B4E-9E0C-3B8A8C1F5D21', proxy: '{"mode":"direct"}' };
    const { path, sources } = await readPreferences(JSON.stringify({ ...settings, ...added }));
    expect(sources).toEqual([{ location: path, values: { ...settings, proxy: { mode: 'direct' } } }]);
    expect(managedPreferences).toBe('/Library/Managed Preferences/com.paydesk.desktop.plist');
  });

  test.each([null, 'not JSON'])('are reported when plutil fails or prints no JSON (%s)', async (text) => {
    const { path, sources } = await readPreferences(text);
    expect(sources).toEqual([{ location: path, problem: 'unreadable' }]);
  });
});

describe.skipIf(process.platform === 'win32')('the policy file of Linux', () => {
  const isRoot = process.getuid?.() === 0;
  const values = { version: 1, practiceCompany: 'off' };

  /** Writes a policy that only root can write, applies a change and reads the policy. */
  async function readChanged(change: (path: string) => Promise<unknown>) {
    const folder = join(await createFolder(), 'paydesk');
    const path = join(folder, 'policy.json');
    await mkdir(folder, { mode: 0o755 });
    await writeFile(path, JSON.stringify(values), { mode: 0o644 });
    await change(path);
    return { path, sources: await readSystemPolicy('linux', {}, undefined, path) };
  }

  /** Replaces a file or folder by a link to it. */
  async function replaceByLink(path: string): Promise<void> {
    await rename(path, `${path}.elsewhere`);
    await symlink(`${path}.elsewhere`, path);
  }

  test.runIf(isRoot)('is used when only root can write it', async () => {
    const { path, sources } = await readChanged(async () => undefined);
    expect(sources).toEqual([{ location: path, values }]);
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['anyone can write it', (path) => chmod(path, 0o646)],
    ['a group can write it', (path) => chmod(path, 0o664)],
    ['anyone can replace it', (path) => chmod(dirname(path), 0o777)],
    ['it belongs to another user', (path) => (isRoot ? chown(path, 1000, 1000) : Promise.resolve())],
    [
      'its folder belongs to another user',
      (path) => (isRoot ? chown(dirname(path), 1000, 1000) : Promise.resolve()),
    ],
    ['it is a link', replaceByLink],
    ['its folder is a link', (path) => replaceByLink(dirname(path))],
  ])('is not used when %s', async (_name, change) => {
    const { path, sources } = await readChanged(change);
    expect(sources).toEqual([{ location: path, problem: 'access' }]);
  });

  test.runIf(isRoot).each<[string, (path: string) => Promise<unknown>]>([
    ['is larger than 1 MB', (path) => truncate(path, 1024 * 1024 + 1)],
    ['is a pipe', (path) => promisify(execFile)('sh', ['-c', 'rm "$0"; mkfifo -m 644 "$0"', path])],
  ])('is reported when it %s', async (_name, change) => {
    const { path, sources } = await readChanged(change);
    expect(sources).toEqual([{ location: path, problem: 'unreadable' }]);
  });

  test('is reported when it cannot be inspected', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, 'paydesk'), '');
    const path = join(folder, 'paydesk', 'policy.json');
    expect(await readSystemPolicy('linux', {}, undefined, path)).toEqual([
      { location: path, problem: 'unreadable' },
    ]);
  });
});

test.each(['linux', 'darwin'] as const)('there is no policy on %s without its file', async (os) => {
  const run: RunProgram = () => Promise.reject(new Error('No program is expected to be started'));
  expect(await readSystemPolicy(os, {}, run, join(await createFolder(), 'none', 'file'))).toEqual([]);
});
