import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  joinPolicy,
  type PolicySource,
  readPolicyFile,
} from '../../../src/main/platform/policy/managed-file.ts';
import { hostsAt } from '../../fakes/servers/hosts.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const host = 'https://service.sandbox.example';
const hosts = hostsAt(host);
const profile = (id: string) => ({ id, name: id, environment: 'sandbox', clientId: 'c', hosts });
const [north, south] = [profile('north'), profile('south')];
const emptyPolicy = joinPolicy([]).file;
const policy = { version: 1, practiceCompany: 'off', profiles: [north, south] };

async function createFolder(): Promise<string> {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  return temporary.path;
}

/** Writes a file with this content, or with these changes to the policy, and reads it as Paydesk does. */
async function read(content: string | Buffer | object) {
  const path = join(await createFolder(), 'profiles.json');
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  await writeFile(path, isText ? content : JSON.stringify({ ...policy, ...content }));
  return { ...joinPolicy(await readPolicyFile(path)), path };
}

describe('a valid file', () => {
  test.each(['', '\ufeff'])('is used, also with a byte order mark of Windows editors (%j)', async (mark) => {
    const { file, problems } = await read(mark + JSON.stringify(policy));
    expect(problems).toEqual([]);
    expect(file.practiceCompany).toBe('off');
    expect(file.profiles.map(({ id }) => id)).toEqual(['north', 'south']);
  });

  test.each([1, 30])('may have retention periods of %d years, and has none by default', async (years) => {
    expect(emptyPolicy.retention).toEqual({ statements: null, proofs: null, notes: null });
    const { file, problems } = await read({ retention: { statements: years } });
    expect(problems).toEqual([]);
    expect(file.retention).toEqual({ statements: years, proofs: null, notes: null });
  });
});

describe('a file is ignored and its problem reported when it', () => {
  test.each(['missing', 'folder'])('is missing or a folder (%s)', async (kind) => {
    const path = join(await createFolder(), 'profiles.json');
    if (kind === 'folder') await mkdir(path);
    const { file, problems } = joinPolicy(await readPolicyFile(path));
    expect(problems).toEqual([`${path}: ignored, because it can’t be read.`]);
    expect(file).toEqual(emptyPolicy);
  });

  test.each([
    ['is not JSON', '{"version": 1,', 'it is not JSON'],
    ['is a list', '[]', 'ignored, because the format is not valid'],
  ])('%s', async (_what, content, message) => {
    const { file, problems, path } = await read(content);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toContain(path);
    expect(file).toEqual(emptyPolicy);
  });

  test.each([
    ['a secret', { profiles: [north, { ...south, apiKey: 'canary-4f1' }] }, /profiles\.1.*apiKey/],
    [
      'a bare host',
      { profiles: [{ ...north, hosts: { ...hosts, wallet: 'w.example' } }] },
      /^profiles\.0\.hosts\.wallet: /,
    ],
    ['a retention period of no year', { retention: { statements: 0 } }, /^retention\.statements: /],
    ['a retention period of more than 30 years', { retention: { proofs: 31 } }, /^retention\.proofs: /],
    ['a retention period of a part of a year', { retention: { notes: 1.5 } }, /^retention\.notes: /],
    ['a retention period of other files', { retention: { documents: 7 } }, /^retention: /],
    ['an insecure feed', { updates: { mode: 'offer', feed: 'http://updates.example/' } }, /^updates/],
    ['a feed with a password', { updates: { mode: 'offer', feed: 'https://u:p@a.example/' } }, /^updates/],
    ['a proxy without a scheme', { proxy: { mode: 'fixed', server: 'proxy.example' } }, /^proxy/],
    ['a proxy script in a file', { proxy: { mode: 'script', address: 'file:///proxy.pac' } }, /^proxy/],
    ['a help page in a file', { helpPage: 'file:///help.html' }, /^helpPage: /],
    ['an unknown field', { somethingElse: true }, /somethingElse/],
  ])('has %s, with the field named', async (_what, change, problem) => {
    const { file, problems } = await read(change);
    expect(problems[0]).toContain('ignored');
    expect(problems[1]).toMatch(problem);
    expect(problems.join()).not.toContain('canary');
    expect(file).toEqual(emptyPolicy);
  });

  test('has the same ID twice', async () => {
    const { file, problems } = await read({ profiles: [north, south, north] });
    expect(problems).toContain('The profile ID north occurs twice.');
    expect(file.profiles).toEqual([]);
  });

  test('has many problems, of which at most 21 are listed', async () => {
    const { problems } = await read({ profiles: Array.from({ length: 200 }, () => ({})) });
    expect(problems.length).toBeLessThanOrEqual(21);
  });
});

describe('several sources', () => {
  const machine = { location: 'machine', values: { version: 1, lockAfterMinutes: 5 } };
  const user = { location: 'user', values: { version: 1, lockAfterMinutes: 30, practiceCompany: 'off' } };

  test('provide each field from the first source that has it', () => {
    expect(joinPolicy([machine, user])).toMatchObject({
      file: { lockAfterMinutes: 5, practiceCompany: 'off', updates: { mode: 'off' } },
      problems: [],
    });
  });

  test.each<[string, PolicySource, string]>([
    [
      'has a mistake',
      { location: 'machine', values: { version: 1, lockAfterMinutes: 0 } },
      'the format is not valid',
    ],
    ['has no fields', { location: 'machine', values: null }, 'the format is not valid'],
    ['cannot be read', { location: 'machine', problem: 'unreadable' }, 'it can’t be read'],
    [
      'is not protected',
      { location: 'machine', problem: 'access' },
      'other accounts than root can change this file or its folder',
    ],
  ])('are used without a source that %s, which is reported', (_, source, reason) => {
    const { file, problems } = joinPolicy([source, user]);
    expect(file).toMatchObject({ lockAfterMinutes: 30, practiceCompany: 'off' });
    expect(problems[0]).toBe(`machine: ignored, because ${reason}.`);
  });
});
