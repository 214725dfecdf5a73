import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyPolicy, readManagedFile, readPolicy } from '../../../src/main/managed-file.ts';
import { locatePolicyFile } from '../../../src/main/policy-file.ts';
import { hostsAt } from '../../fakes/hosts.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const host = 'https://service.sandbox.example';
const hosts = hostsAt(host);
const profile = (id: string) => ({ id, name: id, environment: 'sandbox', clientId: 'c', hosts });
const policy = { version: 1, practiceCompany: 'off', profiles: [profile('north'), profile('south')] };

async function createFolder(): Promise<string> {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  return temporary.path;
}

const protectionOn = (os: NodeJS.Platform) => ({
  os,
  readSecurityDescriptor: () => Promise.reject(new Error('The descriptor was not expected to be read')),
});

/** Writes a file with this content and reads it as Paydesk does. */
async function readContent(content: string | Buffer) {
  const path = join(await createFolder(), 'profiles.json');
  await writeFile(path, content);
  return { ...(await readManagedFile(path)), path };
}

describe('a valid file', () => {
  test('is used', async () => {
    const { file: usedPolicy, problems } = await readContent(JSON.stringify(policy));
    expect(problems).toEqual([]);
    expect(usedPolicy.practiceCompany).toBe('off');
    expect(usedPolicy.profiles.map(({ id }) => id)).toEqual(['north', 'south']);
  });

  test('may start with a byte order mark, as Windows editors write it', async () => {
    const { file: usedPolicy, problems } = await readContent(`\ufeff${JSON.stringify(policy)}`);
    expect(problems).toEqual([]);
    expect(usedPolicy.profiles).toHaveLength(2);
  });

  test('may have 1 MB and not a byte more', async () => {
    const text = JSON.stringify(policy);
    const atLimit = await readContent(text + ' '.repeat(1024 * 1024 - text.length));
    expect(atLimit.problems).toEqual([]);
    const tooLarge = await readContent(text + ' '.repeat(1024 * 1024 - text.length + 1));
    expect(tooLarge.problems).toEqual([expect.stringContaining('can’t be read')]);
    expect(tooLarge.file.profiles).toEqual([]);
  });
});

test('without the path of a file nothing is managed, and no problem is reported', async () => {
  expect(await readManagedFile(null)).toEqual({
    file: emptyPolicy,
    problems: [],
  });
});

test.each([1, 30])('retention periods may be %d years, and are not set by default', async (years) => {
  expect(emptyPolicy.retention).toEqual({ statements: null, proofs: null, notes: null });
  const { file: usedPolicy, problems } = await readContent(
    JSON.stringify({ ...policy, retention: { statements: years } }),
  );
  expect(problems).toEqual([]);
  expect(usedPolicy.retention).toEqual({ statements: years, proofs: null, notes: null });
});

describe('a file is ignored and its problem reported when it', () => {
  test.each([
    ['is missing', 'missing'],
    ['is a folder', 'folder'],
  ] as const)('%s', async (_what, kind) => {
    const path = join(await createFolder(), 'profiles.json');
    if (kind === 'folder') await mkdir(path);
    const { file: usedPolicy, problems } = await readManagedFile(path);
    expect(problems).toEqual([`The profiles file ${path} can’t be read.`]);
    expect(usedPolicy.profiles).toEqual([]);
  });

  test.each([
    ['is not JSON', '{"version": 1,', 'is not JSON'],
    ['is empty', '', 'is not JSON'],
    ['is binary', Buffer.from([0xff, 0xfe, 0x00, 0x01]), 'is not JSON'],
    ['is a list', '[]', 'ignored, because the format is not valid'],
  ])('%s', async (_what, content, message) => {
    const { file: usedPolicy, problems, path } = await readContent(content);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toContain(path);
    expect(usedPolicy).toEqual(emptyPolicy);
  });

  test('has an unknown field, with the field and its profile named', async () => {
    const { problems } = await readContent(
      JSON.stringify({
        ...policy,
        profiles: [profile('north'), { ...profile('south'), apiKey: 'canary-4f1' }],
      }),
    );
    const [summary, fieldProblem] = problems;
    expect(summary).toContain('ignored');
    expect(fieldProblem).toContain('profiles.1');
    expect(fieldProblem).toContain('apiKey');
    expect(problems.join()).not.toContain('canary');
  });

  test('has a host that is not an address', async () => {
    const invalidProfile = { ...profile('north'), hosts: { ...hosts, wallet: 'wallet.example' } };
    const { problems } = await readContent(JSON.stringify({ ...policy, profiles: [invalidProfile] }));
    expect(problems[1]).toMatch(/^profiles\.0\.hosts\.wallet: /);
  });

  test.each([
    ['no year', { statements: 0 }, 'retention.statements'],
    ['more than 30 years', { proofs: 31 }, 'retention.proofs'],
    ['a part of a year', { notes: 1.5 }, 'retention.notes'],
    ['years as a text', { statements: '7' }, 'retention.statements'],
    ['files of another kind', { documents: 7 }, 'retention'],
  ])('has a retention period of %s', async (_what, retention, field) => {
    const { file: usedPolicy, problems } = await readContent(JSON.stringify({ ...policy, retention }));
    expect(problems[1]).toMatch(new RegExp(`^${field}: `));
    expect(usedPolicy).toEqual(emptyPolicy);
  });

  test('has the same ID twice', async () => {
    const { file: usedPolicy, problems } = await readContent(
      JSON.stringify({ ...policy, profiles: [profile('north'), profile('south'), profile('north')] }),
    );
    expect(problems).toContain('The profile ID north occurs twice.');
    expect(usedPolicy.profiles).toEqual([]);
  });

  test('has many problems, of which at most 21 are listed', async () => {
    const emptyProfiles = Array.from({ length: 200 }, () => ({}));
    const { problems } = await readContent(JSON.stringify({ version: 1, profiles: emptyProfiles }));
    expect(problems.length).toBeLessThanOrEqual(21);
  });
});

describe("the administrator's file", () => {
  const isRoot = process.getuid?.() === 0;

  /** Writes a policy that only root can write, applies a change and reads the policy. */
  async function readChanged(change: (path: string) => Promise<void>) {
    const parent = await createFolder();
    const path = join(parent, 'policy.json');
    await chmod(parent, 0o755);
    await writeFile(path, JSON.stringify(policy), { mode: 0o644 });
    await change(path);
    return readPolicy({ path, protection: protectionOn('linux') });
  }

  test.runIf(isRoot)('is used when only root can write it', async () => {
    const { file: usedPolicy, problems } = await readChanged(async () => undefined);
    expect(problems).toEqual([]);
    expect(usedPolicy.practiceCompany).toBe('off');
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['anyone can write it', (path) => chmod(path, 0o646)],
    ['a group can write it', (path) => chmod(path, 0o664)],
    ['anyone can replace it', (path) => chmod(join(path, '..'), 0o777)],
    ['it belongs to another user', (path) => (isRoot ? chown(path, 1000, 1000) : Promise.resolve())],
  ])('is not used when %s, and the problem is reported', async (_name, change) => {
    const { file: usedPolicy, problems } = await readChanged(change);
    expect(usedPolicy).toEqual(emptyPolicy);
    expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
  });

  test('may be missing', async () => {
    const path = join(await createFolder(), 'none', 'policy.json');
    expect(await readPolicy({ path, protection: protectionOn('linux') })).toEqual({
      file: emptyPolicy,
      problems: [],
    });
    expect(await readPolicy({ path, protection: protectionOn('win32') })).toEqual({
      file: emptyPolicy,
      problems: [],
    });
  });

  describe('on Windows', () => {
    const administrators = 'O:BAG:SYD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)';
    const planted = 'O:S-1-5-21-1-2-3-1001G:DUD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';

    async function readWithDescriptors(ofFile: string, ofFolder: string) {
      const path = join(await createFolder(), 'policy.json');
      await writeFile(path, JSON.stringify(policy));
      return readPolicy({
        path,
        protection: {
          os: 'win32',
          readSecurityDescriptor: async (target) => (target === path ? ofFile : ofFolder),
        },
      });
    }

    test('is used when only administrators can write file and folder', async () => {
      expect((await readWithDescriptors(administrators, administrators)).problems).toEqual([]);
    });

    test.each([
      ['the file belongs to a user', planted, administrators],
      ['the folder belongs to a user', administrators, planted],
      ['Windows returns no descriptor', '', administrators],
    ])('is not used when %s', async (_, ofFile, ofFolder) => {
      const { file: usedPolicy, problems } = await readWithDescriptors(ofFile, ofFolder);
      expect(usedPolicy).toEqual(emptyPolicy);
      expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
    });

    test('is not used through a link', async () => {
      const parent = await createFolder();
      await writeFile(join(parent, 'elsewhere.json'), JSON.stringify(policy));
      const path = join(parent, 'policy.json');
      await symlink(join(parent, 'elsewhere.json'), path);
      const protection = { os: 'win32', readSecurityDescriptor: async () => administrators } as const;
      expect((await readPolicy({ path, protection })).file).toEqual(emptyPolicy);
    });

    test('is not used through a folder that is a link', async () => {
      const parent = await createFolder();
      await mkdir(join(parent, 'elsewhere'));
      await writeFile(join(parent, 'elsewhere', 'policy.json'), JSON.stringify(policy));
      await symlink(join(parent, 'elsewhere'), join(parent, 'Paydesk'), 'junction');
      const protection = { os: 'win32', readSecurityDescriptor: async () => administrators } as const;
      const { file: usedPolicy, problems } = await readPolicy({
        path: join(parent, 'Paydesk', 'policy.json'),
        protection,
      });
      expect(usedPolicy).toEqual(emptyPolicy);
      expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
    });

    test('is not used when the descriptor cannot be read', async () => {
      const path = join(await createFolder(), 'policy.json');
      await writeFile(path, JSON.stringify(policy));
      const { file: usedPolicy, problems } = await readPolicy({ path, protection: protectionOn('win32') });
      expect(usedPolicy).toEqual(emptyPolicy);
      expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
    });
  });

  test.each([
    ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\Paydesk\\policy.json'],
    ['win32', { PROGRAMDATA: 'E:\\Data', ProgramData: 'D:\\Data' }, 'E:\\Data\\Paydesk\\policy.json'],
    ['win32', { PROGRAMDATA: '' }, 'C:\\ProgramData\\Paydesk\\policy.json'],
    ['win32', {}, 'C:\\ProgramData\\Paydesk\\policy.json'],
    ['darwin', {}, '/Library/Application Support/Paydesk/policy.json'],
    ['linux', {}, '/etc/paydesk/policy.json'],
  ] as const)('on %s with the environment %o is %s', (os, environment, path) => {
    expect(locatePolicyFile(os, environment)).toBe(path);
  });

  test.each([
    ['updates', { mode: 'offer', feed: 'http://updates.example/' }],
    ['updates', { mode: 'offer', feed: 'https://user:word@updates.example/' }],
    ['proxy', { mode: 'fixed', server: 'proxy.example' }],
    ['proxy', { mode: 'script', address: 'file:///proxy.pac' }],
    ['lockAfterMinutes', 0],
    ['helpPage', 'file:///help.html'],
    ['somethingElse', true],
  ])('is ignored when its field %s is %o', async (name, value) => {
    const { file: usedPolicy, problems } = await readContent(JSON.stringify({ ...policy, [name]: value }));
    expect(usedPolicy).toEqual(emptyPolicy);
    expect(problems.length).toBeGreaterThan(1);
  });
});
