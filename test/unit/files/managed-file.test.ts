import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyPolicy, readManagedFile, readPolicy } from '../../../src/main/platform/policy/managed-file.ts';
import { locatePolicyFile } from '../../../src/main/platform/policy/policy-file.ts';
import { hostsAt } from '../../fakes/servers/hosts.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const host = 'https://service.sandbox.example';
const hosts = hostsAt(host);
const profile = (id: string) => ({ id, name: id, environment: 'sandbox', clientId: 'c', hosts });
const [north, south] = [profile('north'), profile('south')];
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
  return { ...(await readManagedFile(path)), path };
}

const protectionOn = (os: NodeJS.Platform) => ({
  os,
  readSecurityDescriptor: () => Promise.reject(new Error('The descriptor was not expected to be read')),
});

describe('a valid file', () => {
  test.each(['', '\ufeff'])('is used, also with a byte order mark of Windows editors (%j)', async (mark) => {
    const { file, problems } = await read(mark + JSON.stringify(policy));
    expect(problems).toEqual([]);
    expect(file.practiceCompany).toBe('off');
    expect(file.profiles.map(({ id }) => id)).toEqual(['north', 'south']);
  });

  test('may have 1 MB and not a byte more', async () => {
    const text = JSON.stringify(policy).padEnd(1024 * 1024);
    expect((await read(text)).problems).toEqual([]);
    const tooLarge = await read(`${text} `);
    expect(tooLarge.problems).toEqual([expect.stringContaining('can’t be read')]);
    expect(tooLarge.file.profiles).toEqual([]);
  });

  test.each([1, 30])('may have retention periods of %d years, and has none by default', async (years) => {
    expect(emptyPolicy.retention).toEqual({ statements: null, proofs: null, notes: null });
    const { file, problems } = await read({ retention: { statements: years } });
    expect(problems).toEqual([]);
    expect(file.retention).toEqual({ statements: years, proofs: null, notes: null });
  });
});

test('without the path of a file nothing is managed, and no problem is reported', async () => {
  expect(await readManagedFile(null)).toEqual({ file: emptyPolicy, problems: [] });
});

describe('a file is ignored and its problem reported when it', () => {
  test.each(['missing', 'folder'])('is missing or a folder (%s)', async (kind) => {
    const path = join(await createFolder(), 'profiles.json');
    if (kind === 'folder') await mkdir(path);
    const { file, problems } = await readManagedFile(path);
    expect(problems).toEqual([`The profiles file ${path} can’t be read.`]);
    expect(file).toEqual(emptyPolicy);
  });

  test.each([
    ['is not JSON', '{"version": 1,', 'is not JSON'],
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

describe("the administrator's file", () => {
  const problem = expect.stringContaining('anyone who uses this computer can change it');
  const unprotected = { file: emptyPolicy, problems: [problem] };
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
    const { file, problems } = await readChanged(async () => undefined);
    expect(problems).toEqual([]);
    expect(file.practiceCompany).toBe('off');
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['anyone can write it', (path) => chmod(path, 0o646)],
    ['a group can write it', (path) => chmod(path, 0o664)],
    ['anyone can replace it', (path) => chmod(join(path, '..'), 0o777)],
    ['it belongs to another user', (path) => (isRoot ? chown(path, 1000, 1000) : Promise.resolve())],
  ])('is not used when %s, and the problem is reported', async (_name, change) => {
    expect(await readChanged(change)).toEqual(unprotected);
  });

  test.each(['linux', 'win32'] as const)('may be missing on %s', async (os) => {
    const path = join(await createFolder(), 'none', 'policy.json');
    const missing = { file: emptyPolicy, problems: [] };
    expect(await readPolicy({ path, protection: protectionOn(os) })).toEqual(missing);
  });

  describe('on Windows', () => {
    const administrators = 'O:BAG:SYD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)';
    const planted = 'O:S-1-5-21-1-2-3-1001G:DUD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';

    /** Writes the policy at a path and reads it where `descriptorOf` gives the security descriptors. */
    async function readWith(
      descriptorOf: (isFile: boolean) => Promise<string>,
      arrange = async (path: string) => writeFile(path, JSON.stringify(policy)),
    ) {
      const path = join(await createFolder(), 'policy.json');
      await arrange(path);
      const readSecurityDescriptor = (target: string) => descriptorOf(target === path);
      return readPolicy({ path, protection: { os: 'win32', readSecurityDescriptor } });
    }

    test('is used when only administrators can write file and folder', async () => {
      expect((await readWith(async () => administrators)).problems).toEqual([]);
    });

    test.each<[string, (isFile: boolean) => Promise<string>]>([
      ['the file belongs to a user', async (isFile) => (isFile ? planted : administrators)],
      ['the folder belongs to a user', async (isFile) => (isFile ? administrators : planted)],
      ['Windows returns no descriptor', async (isFile) => (isFile ? '' : administrators)],
      ['the descriptor cannot be read', () => Promise.reject(new Error('no descriptor'))],
    ])('is not used when %s', async (_, descriptorOf) => {
      expect(await readWith(descriptorOf)).toEqual(unprotected);
    });

    test('is not used through a link', async () => {
      const { file } = await readWith(
        async () => administrators,
        async (path) => {
          await writeFile(`${path}.elsewhere`, JSON.stringify(policy));
          await symlink(`${path}.elsewhere`, path);
        },
      );
      expect(file).toEqual(emptyPolicy);
    });

    test('is not used through a folder that is a link', async () => {
      const parent = await createFolder();
      await mkdir(join(parent, 'elsewhere'));
      await writeFile(join(parent, 'elsewhere', 'policy.json'), JSON.stringify(policy));
      await symlink(join(parent, 'elsewhere'), join(parent, 'Paydesk'), 'junction');
      const protection = { os: 'win32', readSecurityDescriptor: async () => administrators } as const;
      const path = join(parent, 'Paydesk', 'policy.json');
      expect(await readPolicy({ path, protection })).toEqual(unprotected);
    });
  });

  test.each([
    ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\Paydesk\\policy.json'],
    ['win32', { PROGRAMDATA: 'E:\\Data', ProgramData: 'D:\\Data' }, 'E:\\Data\\Paydesk\\policy.json'],
    ['win32', {}, 'C:\\ProgramData\\Paydesk\\policy.json'],
    ['darwin', {}, '/Library/Application Support/Paydesk/policy.json'],
    ['linux', {}, '/etc/paydesk/policy.json'],
  ] as const)('on %s with the environment %o is %s', (os, environment, path) => {
    expect(locatePolicyFile(os, environment)).toBe(path);
  });
});
