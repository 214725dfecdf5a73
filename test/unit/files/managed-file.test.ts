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
const file = { version: 1, practiceCompany: 'off', profiles: [profile('north'), profile('south')] };

async function folder(): Promise<string> {
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
  const path = join(await folder(), 'profiles.json');
  await writeFile(path, content);
  return { ...(await readManagedFile(path)), path };
}

describe('a valid file', () => {
  test('is used', async () => {
    const { file: read, problems } = await readContent(JSON.stringify(file));
    expect(problems).toEqual([]);
    expect(read.practiceCompany).toBe('off');
    expect(read.profiles.map(({ id }) => id)).toEqual(['north', 'south']);
  });

  test('may start with a byte order mark, as Windows editors write it', async () => {
    const { file: read, problems } = await readContent(`\ufeff${JSON.stringify(file)}`);
    expect(problems).toEqual([]);
    expect(read.profiles).toHaveLength(2);
  });

  test('may be as large as 1 MB and no larger', async () => {
    const text = JSON.stringify(file);
    const fits = await readContent(text + ' '.repeat(1024 * 1024 - text.length));
    expect(fits.problems).toEqual([]);
    const tooLarge = await readContent(text + ' '.repeat(1024 * 1024 - text.length + 1));
    expect(tooLarge.problems).toEqual([expect.stringContaining('can’t be read')]);
    expect(tooLarge.file.profiles).toEqual([]);
  });
});

test('a missing path manages nothing and is not a problem', async () => {
  expect(await readManagedFile(null)).toEqual({
    file: emptyPolicy,
    problems: [],
  });
});

describe('a file is ignored and its problem reported when it', () => {
  test.each([
    ['is missing', 'missing'],
    ['is a folder', 'folder'],
  ] as const)('%s', async (_what, kind) => {
    const path = join(await folder(), 'profiles.json');
    if (kind === 'folder') await mkdir(path);
    const { file: read, problems } = await readManagedFile(path);
    expect(problems).toEqual([`The profiles file ${path} can’t be read.`]);
    expect(read.profiles).toEqual([]);
  });

  test.each([
    ['is not JSON', '{"version": 1,', 'is not JSON'],
    ['is empty', '', 'is not JSON'],
    ['is binary', Buffer.from([0xff, 0xfe, 0x00, 0x01]), 'is not JSON'],
    ['is a list', '[]', 'ignored, because the format is not valid'],
  ])('%s', async (_what, content, message) => {
    const { file: read, problems, path } = await readContent(content);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toContain(path);
    expect(read).toEqual(emptyPolicy);
  });

  test('has an unknown field, with the field and its profile named', async () => {
    const { problems } = await readContent(
      JSON.stringify({
        ...file,
        profiles: [profile('north'), { ...profile('south'), apiKey: 'canary-4f1' }],
      }),
    );
    const [first, second] = problems;
    expect(first).toContain('ignored');
    expect(second).toContain('profiles.1');
    expect(second).toContain('apiKey');
    expect(problems.join()).not.toContain('canary');
  });

  test('has a host that is not an address', async () => {
    const wrong = { ...profile('north'), hosts: { ...hosts, wallet: 'wallet.example' } };
    const { problems } = await readContent(JSON.stringify({ ...file, profiles: [wrong] }));
    expect(problems[1]).toMatch(/^profiles\.0\.hosts\.wallet: /);
  });

  test('has the same ID twice', async () => {
    const { file: read, problems } = await readContent(
      JSON.stringify({ ...file, profiles: [profile('north'), profile('south'), profile('north')] }),
    );
    expect(problems).toContain('The profile ID north occurs twice.');
    expect(read.profiles).toEqual([]);
  });

  test('has many problems, of which at most 21 are listed', async () => {
    const wrong = Array.from({ length: 200 }, () => ({}));
    const { problems } = await readContent(JSON.stringify({ version: 1, profiles: wrong }));
    expect(problems.length).toBeLessThanOrEqual(21);
  });
});

describe("the administrator's file", () => {
  const root = process.getuid?.() === 0;

  async function readChanged(change: (path: string) => Promise<void>) {
    const place = await folder();
    const path = join(place, 'policy.json');
    await chmod(place, 0o755);
    await writeFile(path, JSON.stringify(file), { mode: 0o644 });
    await change(path);
    return readPolicy({ path, protection: protectionOn('linux') });
  }

  test.runIf(root)('is used when only root can write it', async () => {
    const { file: read, problems } = await readChanged(async () => undefined);
    expect(problems).toEqual([]);
    expect(read.practiceCompany).toBe('off');
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['anyone can write it', (path) => chmod(path, 0o646)],
    ['a group can write it', (path) => chmod(path, 0o664)],
    ['anyone can replace it', (path) => chmod(join(path, '..'), 0o777)],
    ['it belongs to another user', (path) => (root ? chown(path, 1000, 1000) : Promise.resolve())],
  ])('is not used when %s, and that is reported', async (_name, change) => {
    const { file: read, problems } = await readChanged(change);
    expect(read).toEqual(emptyPolicy);
    expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
  });

  test('may be missing', async () => {
    const path = join(await folder(), 'none', 'policy.json');
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
      const path = join(await folder(), 'policy.json');
      await writeFile(path, JSON.stringify(file));
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
      const { file: read, problems } = await readWithDescriptors(ofFile, ofFolder);
      expect(read).toEqual(emptyPolicy);
      expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
    });

    test('is not used through a link', async () => {
      const place = await folder();
      await writeFile(join(place, 'elsewhere.json'), JSON.stringify(file));
      const path = join(place, 'policy.json');
      await symlink(join(place, 'elsewhere.json'), path);
      const protection = { os: 'win32', readSecurityDescriptor: async () => administrators } as const;
      expect((await readPolicy({ path, protection })).file).toEqual(emptyPolicy);
    });

    test('is not used through a folder that is a link', async () => {
      const place = await folder();
      await mkdir(join(place, 'elsewhere'));
      await writeFile(join(place, 'elsewhere', 'policy.json'), JSON.stringify(file));
      await symlink(join(place, 'elsewhere'), join(place, 'Paydesk'), 'junction');
      const protection = { os: 'win32', readSecurityDescriptor: async () => administrators } as const;
      const { file: read, problems } = await readPolicy({
        path: join(place, 'Paydesk', 'policy.json'),
        protection,
      });
      expect(read).toEqual(emptyPolicy);
      expect(problems).toEqual([expect.stringContaining('anyone who uses this computer can change it')]);
    });

    test('is not used when the descriptor cannot be read', async () => {
      const path = join(await folder(), 'policy.json');
      await writeFile(path, JSON.stringify(file));
      const { file: read, problems } = await readPolicy({ path, protection: protectionOn('win32') });
      expect(read).toEqual(emptyPolicy);
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
  ] as const)('on %s with %o is %s', (os, environment, path) => {
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
  ])('is ignored with %s %o', async (name, value) => {
    const { file: read, problems } = await readContent(JSON.stringify({ ...file, [name]: value }));
    expect(read).toEqual(emptyPolicy);
    expect(problems.length).toBeGreaterThan(1);
  });
});
