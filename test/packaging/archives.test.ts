/** @file What is packed for each system: its archive, its fuses, its native module, and that it runs. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll, extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';
import { getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { programOf } from '../../scripts/pack/after-pack.ts';
import { keytarBinary } from '../../scripts/pack/before-pack.ts';
import { platforms } from '../../scripts/pack/fixture.ts';
import { fuseNames, fuses } from '../../scripts/pack/fuses.ts';
import { isPseudoLocale } from '../../scripts/pack/stage.ts';
import { packFolders } from '../../scripts/package.ts';
import { commandOf } from '../../scripts/tools.ts';
import { checkedPart, startCheckFile, startCheckSchema } from '../../src/main/electron/start-check.ts';
import { startHost } from '../host/client.ts';
import { root } from '../unit/layers/imports.ts';

const output = await mkdtemp(join(tmpdir(), 'paydesk-packed-'));
let folders = { win32: '', darwin: '', linux: '' };

beforeAll(async () => {
  folders = await packFolders(output);
}, 120_000);

afterAll(() => rm(output, { recursive: true, force: true }));

const reportSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

type PackPlatform = (typeof platforms)[number];

const resourcesOf = (platform: PackPlatform) =>
  platform === 'darwin'
    ? join(folders.darwin, 'Paydesk.app', 'Contents', 'Resources')
    : join(folders[platform], 'resources');
const archiveOf = (platform: PackPlatform) => join(resourcesOf(platform), 'app.asar');
const keytarOf = (platform: PackPlatform) =>
  join(resourcesOf(platform), 'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node');

/** Everything that may be in the archive, folders aside. */
const allowed = [
  /^\/package\.json$/,
  /^\/(licenses\.txt|sbom\.json)$/,
  /^\/out\/main\/(index|store|intake|keychain|practice|[a-z-]+)\.js$/,
  /^\/out\/main\/distribution\.json$/,
  /^\/out\/main\/chunks\/[\w.-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/renderer\/index\.html$/,
  /^\/out\/renderer\/assets\/[\w./-]+\.(js|mjs|css|woff2|svg|png|wasm|bcmap|pfb|ttf|icc)$/,
  /^\/out\/renderer\/pdf\/(cmaps|iccs|standard_fonts|wasm)\/[\w.-]+$/,
  /^\/node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js|build\/Release\/keytar\.node)$/,
];

/** Every file of a folder, folders aside, by its path from there with forward slashes, in order. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The same of an archive. */
function filesOf(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(archive, path)))
    .sort();
}

/** First bytes of a program for each system. */
const formats = {
  win32: Buffer.from('MZ'),
  darwin: Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
  linux: Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
};

describe.each(platforms)('what is packed for %s', (platform) => {
  test('is what is shipped by name, and nothing else', () => {
    const files = listPackage(archiveOf(platform), { isPack: false })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.[a-z0-9]+$/i.test(path));
    expect(files.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const needed of ['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html']) {
      expect(files).toContain(needed);
    }
  });

  test('has every file that was built, byte for byte, and no other of the program', async () => {
    const built = (await filesIn(join(root, 'out'))).filter((path) => !isPseudoLocale(path));
    const packed = filesOf(archiveOf(platform)).filter((path) => path.startsWith('out/'));
    expect(packed.filter((path) => path !== 'out/main/distribution.json')).toEqual(
      built.map((path) => `out/${path}`).filter((path) => path !== 'out/main/distribution.json'),
    );
    for (const path of built.filter((name) => name.startsWith('renderer/pdf/'))) {
      const file = extractFile(archiveOf(platform), join('out', path));
      expect(file.equals(await readFile(join(root, 'out', path))), path).toBe(true);
    }
  });

  test('calls the program by its name in menus and notifications, and its files by the short one', () => {
    const manifest: unknown = JSON.parse(extractFile(archiveOf(platform), 'package.json').toString('utf8'));
    expect(manifest).toMatchObject({ name: 'paydesk', productName: 'Paydesk' });
  });

  test('has the sample documents beside the archive, under the names that they have here', async () => {
    const namesIn = async (folder: string) =>
      (await readdir(folder, { recursive: true })).map((name) => name.normalize('NFC')).sort();
    expect(await namesIn(join(resourcesOf(platform), 'samples'))).toEqual(
      await namesIn(join(root, 'assets', 'samples')),
    );
  });

  test('names what it is made of, with the licence of each', () => {
    const read = (name: string) => extractFile(archiveOf(platform), name).toString('utf8');
    const { components } = billSchema.parse(JSON.parse(read('sbom.json')));
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['electron-updater', 'got', 'react', 'zod', 'zustand']));
    const texts = read('licenses.txt');
    for (const { name, version } of components) expect(texts).toContain(`\n${name} ${version}  (`);
  });

  test('has every fuse as it was decided', async () => {
    const wire = await getCurrentFuseWire(programOf(folders[platform], platform, 'Paydesk', 'paydesk'));
    const states: Record<string, boolean> = {};
    for (const [place, state] of Object.entries(wire)) {
      if (place !== 'version')
        states[fuseNames[Number(place)] ?? place] = Number(state) === '1'.charCodeAt(0);
    }
    expect(states).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
    expect(fuses.strictlyRequireAllFuses).toBe(true);
  });

  test('has the native module of that system, and only that', async () => {
    const binary = await readFile(keytarOf(platform));
    expect(binary.subarray(0, formats[platform].length)).toEqual(formats[platform]);
    expect(binary).toEqual(await readFile(keytarBinary(platform, 'x64')));
    const natives = listPackage(archiveOf(platform), { isPack: false }).filter((path) =>
      path.endsWith('.node'),
    );
    expect(natives).toHaveLength(1);
  });

  test('has no knob for faults in its practice company', async () => {
    const folder = join(output, `unpacked-${platform}`);
    extractAll(archiveOf(platform), folder);
    const practice = await readFile(join(folder, 'out/main/practice.js'), 'utf8');
    expect(practice).not.toContain('Refused early');
  });
});

test('the archive for Windows is sealed by a resource of the program', async () => {
  const program = NtExecutable.from(await readFile(join(folders.win32, 'Paydesk.exe')));
  const { entries } = NtExecutableResource.from(program);
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const sealed: unknown = JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString('utf8'));
  expect(sealed).toContainEqual({ file: 'resources\\app.asar', alg: 'SHA256', value: headerHash('win32') });
});

test('the archive for macOS is sealed by its property list', async () => {
  const list = await readFile(join(folders.darwin, 'Paydesk.app', 'Contents', 'Info.plist'), 'utf8');
  expect(list).toMatch(
    new RegExp(`Resources/app\\.asar</key>\\s*<dict>[^]*?<string>${headerHash('darwin')}</string>`),
  );
  expect(list).toMatch(/LSMinimumSystemVersion<\/key>\s*<string>13\.0/);
});

function headerHash(platform: PackPlatform): string {
  return createHash('sha256')
    .update(getRawHeader(archiveOf(platform)).headerString)
    .digest('hex');
}

describe('the packed program', () => {
  const program = join(output, 'payload', 'out/main/index.js');

  beforeAll(() => {
    extractAll(archiveOf('linux'), join(output, 'payload'));
  });

  test('starts, answers, and takes no switch that only a developer may use', async () => {
    const data = join(output, 'data');
    const host = startHost({
      args: [`--user-data-dir=${data}`, '--remote-debugging-port=9', '--profiles=/none.json'],
      host: { window: 'none', packaged: true },
      environment: { PAYDESK_HOST_PROGRAM: program },
    });
    await host.ready;
    expect(await host.call('settings.about', {})).toMatchObject({ ok: true, value: { dataFolder: data } });
    const port = await host.evaluate(
      ({ app }, name: string) => app.commandLine.getSwitchValue(name),
      'remote-debugging-port',
    );
    expect(port).toBe('');
    expect(await host.evaluate(({ app }) => Reflect.get(app, 'sandboxed') === true, null)).toBe(true);
    const profiles = await host.follow('profiles');
    expect(profiles.latest()).toMatchObject({ managedProblems: [] });
    await host.kill();
  });

  test('shows that it works when it is asked to: its page follows main and gets a part of the viewer', async () => {
    const data = join(output, 'checked');
    const host = startHost({
      args: [`--user-data-dir=${data}`, '--check-start'],
      host: { window: 'headless', packaged: true },
      environment: { PAYDESK_HOST_PROGRAM: program },
    });
    expect(await host.exitCode).toBe(0);
    const report = startCheckSchema.parse(JSON.parse(await readFile(join(data, startCheckFile), 'utf8')));
    const part = await stat(join(output, 'payload/out/renderer', checkedPart));
    expect(report.part.bytes).toBe(part.size);
    expect(report.topics).toContain('session');
  });

  // Its window, signing in, the main job, work without a window that is killed and goes on, proofs, statements.
  test.each([
    ['shell', ''],
    ['sign-in', ''],
    ['main-job', ''],
    ['recovery', ''],
    ['proofs', 'each kind is shown|JPEG 2000'],
    ['statements', 'a clerk asks for statements|a PDF statement'],
  ])('does what the built program does: %s', { timeout: 400_000 }, async (spec, only) => {
    const report = join(output, `${spec}.json`);
    const [tool, ...args] = commandOf(
      'playwright',
      'test',
      `test/e2e/${spec}.spec.ts`,
      `--grep=${only}`,
      '--reporter=line,json',
    );
    const child = spawn(tool, args, {
      cwd: root,
      env: { ...process.env, PAYDESK_HOST_PROGRAM: program, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, printed).toBe(0);
    const { stats } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
    expect(stats).toMatchObject({ unexpected: 0, flaky: 0 });
    // A list of tests that was all skipped says nothing of the program.
    expect(stats.expected).toBeGreaterThan(stats.skipped);
  });

  test('is what those stories ran: one that is damaged fails them', async () => {
    const damaged = join(output, 'damaged');
    extractAll(archiveOf('linux'), damaged);
    await writeFile(join(damaged, 'out/preload/index.cjs'), '');
    const only = ['--max-failures=1', '--grep=three functions'];
    const [tool, ...args] = commandOf(
      'playwright',
      'test',
      'test/e2e/shell.spec.ts',
      '--reporter=line',
      ...only,
    );
    const child = spawn(tool, args, {
      cwd: root,
      env: { ...process.env, PAYDESK_HOST_PROGRAM: join(damaged, 'out/main/index.js') },
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).not.toBe(0);
  });
});
