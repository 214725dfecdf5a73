import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll, extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';
import { getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { programOf } from '../../scripts/pack/after-pack.ts';
import { kerberosBinary, keytarBinary } from '../../scripts/pack/before-pack.ts';
import { platforms } from '../../scripts/pack/fixture.ts';
import { fuseNames, fuses } from '../../scripts/pack/fuses.ts';
import { isPseudoLocale } from '../../scripts/pack/stage.ts';
import { packFolders } from '../../scripts/package.ts';
import { pageUrl } from '../../src/main/platform/electron/origin.ts';
import {
  checkedFile,
  startCheckFile,
  startCheckSchema,
} from '../../src/main/platform/electron/start-check.ts';
import { startHost } from '../host/client.ts';
import { root } from '../unit/layers/imports.ts';

const output = await mkdtemp(join(tmpdir(), 'paydesk-packed-'));
let folders = { win32: '', darwin: '', linux: '' };

beforeAll(async () => {
  folders = await packFolders(output);
}, 120_000);

afterAll(() => rm(output, { recursive: true, force: true }));

const sbomSchema = z.object({
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

/** Patterns of the files that may be in the archive. */
const allowedPaths = [
  /^\/package\.json$/,
  /^\/(licenses\.txt|sbom\.json)$/,
  /^\/out\/main\/(index|store|intake|keychain|practice|[a-z-]+)\.js$/,
  /^\/out\/main\/distribution\.json$/,
  /^\/out\/main\/chunks\/[\w.-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/renderer\/index\.html$/,
  /^\/out\/renderer\/assets\/[\w./-]+\.(js|mjs|css|woff2|svg|png|wasm|bcmap|pfb|ttf|icc)$/,
  /^\/out\/renderer\/pdf\/(cmaps|iccs|standard_fonts|wasm)\/[\w.-]+$/,
  /^\/node_modules\/kerberos\/(package\.json|lib\/(index|util)\.js|build\/Release\/kerberos\.node)$/,
  /^\/node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js|build\/Release\/keytar\.node)$/,
];

/** Relative paths of all files in a folder, with forward slashes, sorted. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Paths of all files in an archive, with forward slashes, sorted. */
function filesInArchive(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(archive, path)))
    .sort();
}

/** First bytes of an executable for each system. */
const signatures = {
  win32: Buffer.from('MZ'),
  darwin: Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
  linux: Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
};

describe.each(platforms)('the package for %s', (platform) => {
  test('contains only files that match the allowed names', () => {
    const files = listPackage(archiveOf(platform), { isPack: false })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.[a-z0-9]+$/i.test(path));
    expect(files.filter((path) => !allowedPaths.some((pattern) => pattern.test(path)))).toEqual([]);
    const needed = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'];
    for (const path of [...needed, 'node_modules/kerberos/lib/index.js']) expect(files).toContain(`/${path}`);
  });

  test('contains exactly the built files, with the same bytes', async () => {
    const builtFiles = (await filesIn(join(root, 'out'))).filter((path) => !isPseudoLocale(path));
    const packedFiles = filesInArchive(archiveOf(platform)).filter((path) => path.startsWith('out/'));
    expect(packedFiles.filter((path) => path !== 'out/main/distribution.json')).toEqual(
      builtFiles.map((path) => `out/${path}`).filter((path) => path !== 'out/main/distribution.json'),
    );
    for (const path of builtFiles.filter((name) => name.startsWith('renderer/pdf/'))) {
      const file = extractFile(archiveOf(platform), join('out', path));
      expect(file.equals(await readFile(join(root, 'out', path))), path).toBe(true);
    }
  });

  test('has the sample documents beside the archive, with unchanged names', async () => {
    const namesIn = async (folder: string) =>
      (await readdir(folder, { recursive: true })).map((name) => name.normalize('NFC')).sort();
    expect(await namesIn(join(resourcesOf(platform), 'samples'))).toEqual(
      await namesIn(join(root, 'assets', 'samples')),
    );
  });

  test('lists its components in an SBOM, and the licence of each', () => {
    const readArchived = (name: string) => extractFile(archiveOf(platform), name).toString('utf8');
    const { components } = sbomSchema.parse(JSON.parse(readArchived('sbom.json')));
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['electron-updater', 'got', 'react', 'zod', 'zustand']));
    const licences = readArchived('licenses.txt');
    for (const { name, version } of components) expect(licences).toContain(`\n${name} ${version}  (`);
  });

  test('has every fuse set as required', async () => {
    const fuseWire = await getCurrentFuseWire(programOf(folders[platform], platform, 'Paydesk', 'paydesk'));
    const states: Record<string, boolean> = {};
    for (const [index, state] of Object.entries(fuseWire)) {
      if (index !== 'version')
        states[fuseNames[Number(index)] ?? index] = Number(state) === '1'.charCodeAt(0);
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

  test('contains the native modules of that system and no other, with Kerberos where it was built', async () => {
    const binary = await readFile(keytarOf(platform));
    expect(binary.subarray(0, signatures[platform].length)).toEqual(signatures[platform]);
    expect(binary).toEqual(await readFile(keytarBinary(platform, 'x64')));
    const natives = listPackage(archiveOf(platform), { isPack: false }).filter((path) =>
      path.endsWith('.node'),
    );
    expect(natives).toHaveLength(kerberosBinary(platform, 'x64') === null ? 1 : 2);
  });

  test('contains no fault injection in the practice company', async () => {
    const folder = join(output, `unpacked-${platform}`);
    extractAll(archiveOf(platform), folder);
    const practice = await readFile(join(folder, 'out/main/practice.js'), 'utf8');
    expect(practice).not.toContain('Please sign in to the network');
  });
});

test('a resource of the executable for Windows contains the hash of the archive', async () => {
  const program = NtExecutable.from(await readFile(join(folders.win32, 'Paydesk.exe')));
  const { entries } = NtExecutableResource.from(program);
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const integrity: unknown = JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString('utf8'));
  expect(integrity).toContainEqual({
    file: 'resources\\app.asar',
    alg: 'SHA256',
    value: headerHash('win32'),
  });
});

test('the property list for macOS contains the hash of the archive', async () => {
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

  test('starts, answers calls, and refuses all that only developers may change, whatever its executable is called', async () => {
    const dataFolder = join(output, 'data');
    const keychain = join(output, 'keychain.mjs');
    const loaded = join(output, 'keychain-loaded');
    await writeFile(
      keychain,
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(loaded)}, '');`,
    );
    const host = startHost({
      args: [
        `--user-data-dir=${dataFolder}`,
        '--remote-debugging-port=9',
        '--utility-cmd-prefix=/bin/false',
        '--profiles=/none.json',
      ],
      host: { window: 'none' },
      environment: {
        PAYDESK_HOST_PROGRAM: program,
        PAYDESK_KEYCHAIN_ENTRY: keychain,
        PAYDESK_LOCALE: 'en-XA',
      },
    });
    await host.ready;
    expect(await host.call('settings.about', {})).toMatchObject({ ok: true, value: { dataFolder } });
    const readSwitch = (name: string) =>
      host.evaluate(({ app }, switchName: string) => app.commandLine.getSwitchValue(switchName), name);
    expect(await readSwitch('remote-debugging-port')).toBe('');
    expect(await readSwitch('utility-cmd-prefix')).toBe('');
    expect(await host.evaluate(({ app }) => Reflect.get(app, 'sandboxed') === true, null)).toBe(true);
    const profiles = await host.follow('profiles');
    expect(profiles.latestValue()).toMatchObject({ managedProblems: [] });
    const address = await host.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
      null,
    );
    expect(address).toBe(pageUrl);
    // Answers only after the keychain's process has answered or ended.
    await host.call('session.checkKeychain', {});
    expect(existsSync(loaded)).toBe(false);
    await host.kill();
  });

  test('writes a report with `--check-start`: its page gets topics from main and loads a script of the PDF viewer', async () => {
    const dataFolder = join(output, 'checked');
    const host = startHost({
      args: [`--user-data-dir=${dataFolder}`, '--check-start'],
      host: { window: 'headless' },
      environment: { PAYDESK_HOST_PROGRAM: program },
    });
    expect(await host.exitCode).toBe(0);
    const report = startCheckSchema.parse(
      JSON.parse(await readFile(join(dataFolder, startCheckFile), 'utf8')),
    );
    const viewerScript = await stat(join(output, 'payload/out/renderer', checkedFile));
    expect(report.part.bytes).toBe(viewerScript.size);
    expect(report.topics).toContain('session');
  });
});
