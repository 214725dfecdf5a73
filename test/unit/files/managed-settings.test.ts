/** @file Central settings of a company, read from the output of the system tools of Windows and macOS. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readPolicy } from '../../../src/main/platform/policy/managed-file.ts';
import {
  type ManagedMachine,
  managedPreferences,
  type ProgramResult,
  policyKey,
  readManagedSettings,
} from '../../../src/main/platform/policy/managed-settings.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const keyFound = { code: 0, output: '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Paydesk\r\n' };
const failedResult: ProgramResult = { code: 1, output: '' };
/** Returns the output of the PowerShell script for the values of a registry key: character codes. */
function encodeAsCodes(values: unknown): ProgramResult {
  const text = JSON.stringify(values);
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return { code: 0, output: `${codes.join(',')}\r\n` };
}

/** Creates a Windows machine and records the programs that are started on it. */
function createWindowsMachine(probe: (key: string) => ProgramResult, values: ProgramResult) {
  const started: string[] = [];
  const machine: ManagedMachine = {
    os: 'win32',
    environment: { SystemRoot: 'C:\\Windows' },
    exists: () => Promise.reject(new Error('No file is expected to be read')),
    async run(program, args) {
      started.push(program);
      return program.endsWith('reg.exe') ? probe(args[1] ?? '') : values;
    },
  };
  return { machine, started };
}

const createMacMachine = (exists: boolean, answer: ProgramResult): ManagedMachine => ({
  os: 'darwin',
  environment: {},
  exists: async (path) => exists && path === managedPreferences,
  run: async (program, args) => {
    expect([program, ...args].join(' ')).toBe(`/usr/bin/plutil -convert json -o - ${managedPreferences}`);
    return answer;
  },
});

describe('the registry of Windows', () => {
  test('provides numbers and texts, and lists and objects as JSON, with non-ASCII letters', async () => {
    const plain = { lockAfterMinutes: 15, helpPage: 'https://intranet.example/paydesk' };
    const composed = { storageHosts: ['files.example.com'], inbox: { folder: 'D:\\Zahlungen\\Müller €' } };
    const texts = Object.entries(composed).map(([name, value]) => [name, JSON.stringify(value)]);
    const values = encodeAsCodes({ ...plain, ...Object.fromEntries(texts) });
    const { machine, started } = createWindowsMachine(() => keyFound, values);
    expect(await readManagedSettings(machine)).toEqual({ version: 1, ...plain, ...composed });
    for (const program of started) expect(program).toMatch(/^C:\\Windows\\System32\\.*\.exe$/);
  });

  test('is not read with PowerShell when its key is missing', async () => {
    const probe = (key: string) => (key === policyKey ? failedResult : keyFound);
    const { machine, started } = createWindowsMachine(probe, failedResult);
    expect(await readManagedSettings(machine)).toBeNull();
    expect(started).toEqual(['C:\\Windows\\System32\\reg.exe', 'C:\\Windows\\System32\\reg.exe']);
  });

  test('is read with PowerShell where an administrator has disabled reg.exe', async () => {
    const { machine } = createWindowsMachine(() => failedResult, encodeAsCodes({ lockAfterMinutes: 5 }));
    expect(await readManagedSettings(machine)).toMatchObject({ lockAfterMinutes: 5 });
    const { machine: unmanaged } = createWindowsMachine(() => failedResult, { code: 0, output: '' });
    expect(await readManagedSettings(unmanaged)).toBeNull();
  });

  test('fails when the key exists and cannot be read, and when SystemRoot is not set', async () => {
    const { machine } = createWindowsMachine(() => keyFound, { code: null, output: '' });
    await expect(readManagedSettings(machine)).rejects.toThrow('could not be read');
    await expect(readManagedSettings({ ...machine, environment: {} })).rejects.toThrow('is unknown');
  });
});

describe('the managed preferences of macOS', () => {
  test('provide their fields without the fields that macOS adds', async () => {
    const settings = {
      version: 1,
      storageHosts: ['files.example.com'],
      updates: { mode: 'offer', feed: 'https://updates.example/paydesk' },
    };
    const added = { PayloadUUID: '0B9C6A0E-6F0C-4B4E-9E0C-3B8A8C1F5D21', proxy: '{"mode":"direct"}' };
    const machine = createMacMachine(true, { code: 0, output: JSON.stringify({ ...settings, ...added }) });
    expect(await readManagedSettings(machine)).toEqual({ ...settings, proxy: { mode: 'direct' } });
  });

  test('are absent when their file is missing or the system is Linux, and fail when the file cannot be read', async () => {
    const machine = createMacMachine(true, failedResult);
    expect(await readManagedSettings(createMacMachine(false, failedResult))).toBeNull();
    expect(await readManagedSettings({ ...machine, os: 'linux' })).toBeNull();
    await expect(readManagedSettings(machine)).rejects.toThrow('could not be read');
  });
});

describe('the policy of a machine', () => {
  const protection = { os: 'linux', readSecurityDescriptor: async () => '' } as const;
  const missingFile = { path: '/none/policy.json', protection };
  const lockAfterFive = async () => ({ version: 1, lockAfterMinutes: 5 });

  test('takes each field from the central settings, else from the file, else its default', async () => {
    const { path: folder, remove } = await temporaryFolder();
    onTestFinished(remove);
    const path = join(folder, 'policy.json');
    await writeFile(path, '{"version":1,"lockAfterMinutes":30,"practiceCompany":"off"}');
    expect(await readPolicy({ path, protection: null }, lockAfterFive)).toMatchObject({
      file: { lockAfterMinutes: 5, practiceCompany: 'off', updates: { mode: 'off' } },
      problems: [],
    });
    expect(await readPolicy(missingFile, lockAfterFive)).toMatchObject({
      file: { lockAfterMinutes: 5, practiceCompany: 'offered' },
      problems: [],
    });
  });

  const invalid = 'Your company’s settings for this computer';
  test.each([
    ['has a mistake', async () => ({ version: 1, lockAfterMinutes: 0 }), invalid],
    ['has an unknown field', async () => ({ version: 1, apiKey: 'x' }), invalid],
    ['cannot be read', () => Promise.reject(new Error('no')), 'can’t be read'],
  ])('ignores the central settings and reports why if their content %s', async (_, readCentral, message) => {
    const { file, problems } = await readPolicy(missingFile, readCentral);
    expect(file.lockAfterMinutes).toBeNull();
    expect(problems[0]).toContain(message);
  });
});
