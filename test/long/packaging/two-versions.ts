/** @file Builds two successive versions of Paydesk from its sources and packs them as updates. */
import { execFile } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { buildBlockMap } from 'app-builder-lib/out/targets/blockmap/blockmap.js';
import { Arch, build, Platform } from 'electron-builder';
import { z } from 'zod';
import { electronVersion } from '../../../scripts/pack/pack.ts';
import { root } from '../../unit/layers/imports.ts';

const runFile = promisify(execFile);

/** Systems on which Paydesk installs updates. */
type UpdatedPlatform = 'win32' | 'darwin';

/** Files and folders that a build needs. */
const sources = [
  'assets',
  'docs/guide',
  'docs/images',
  'scripts',
  'src',
  'test/tsconfig.json',
  'electron-builder.yml',
  'electron.vite.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** Changes from one version to the next, as file, text and replacement: the version number, a line of main, a line of the page. */
const changes = [
  ['package.json', /(?<="version": ")[^"]+/, '99.0.0'],
  [
    'src/main/platform/electron/update-engine.ts',
    /'The installation did not begin'/,
    "'The installer did not begin'",
  ],
  [
    'src/renderer/features/settings/third-party-components.ts',
    /Vladimir Krivosheev and others/,
    'Vladimir Krivosheev, others',
  ],
] as const;

/**
 * Size in bytes of the placeholder for Electron in the ZIP for macOS. The placeholder is the same in both versions and cannot
 * be compressed; a compressed universal Electron is several times larger.
 */
const electronPlaceholderBytes = 32 * 2 ** 20;

/** Returns the path of 7-Zip, which electron-builder uses for archives; `null` when it is not installed. */
export function findSevenZip(): string | null {
  const configuredPath = process.env['ELECTRON_BUILDER_7ZIP_PATH'] ?? '';
  const names = process.platform === 'win32' ? ['7z.exe', '7za.exe'] : ['7zz', '7za', '7z'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidatePaths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [configuredPath, ...candidatePaths].find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Disables the hooks of electron-builder, which ran when the folder was packed. */
const withoutHooks = { beforePack: null, afterPack: null };

/** Paths of the packed files by system; each has its block map beside it. */
type UpdateFiles = Record<UpdatedPlatform, string>;

/** Files of a version and of the next version. */
export interface TwoVersions {
  readonly previous: UpdateFiles;
  readonly next: UpdateFiles;
}

/** Builds this version and a next version with {@link changes}, and packs both for each system. */
export async function packTwoVersions(folder: string): Promise<TwoVersions> {
  const sourceCopy = join(folder, 'sources');
  await mkdir(join(sourceCopy, 'test'), { recursive: true });
  for (const path of sources) await cp(join(root, path), join(sourceCopy, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(sourceCopy, 'node_modules'), 'junction');
  const previous = await packVersion(sourceCopy, join(folder, 'old'));
  for (const [path, from, to] of changes) await changeOnce(join(sourceCopy, path), from, to);
  return { previous, next: await packVersion(sourceCopy, join(folder, 'next')) };
}

async function changeOnce(path: string, from: RegExp, to: string): Promise<void> {
  const contentBefore = await readFile(path, 'utf8');
  const contentAfter = contentBefore.replace(from, to);
  if (contentAfter === contentBefore) throw new Error(`Nothing to change in ${path}`);
  await writeFile(path, contentAfter);
}

async function packVersion(sourceCopy: string, output: string): Promise<UpdateFiles> {
  // With vitest's variables, the bundler would build for tests.
  const environment = Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|VITEST.*)$/.test(name));
  await runFile(process.execPath, ['scripts/package.ts', '--dir'], {
    cwd: sourceCopy,
    env: Object.fromEntries(environment),
  });
  const packFolder = join(sourceCopy, 'dist', 'stand-in');
  const app = join(packFolder, 'mac', 'Paydesk.app');
  await appendFile(
    join(app, 'Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework'),
    createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16)).update(
      Buffer.alloc(electronPlaceholderBytes),
    ),
  );
  await mkdir(output, { recursive: true });
  return {
    win32: await packInstallerPayload(sourceCopy, join(packFolder, 'win-unpacked'), output),
    darwin: await packZip(sourceCopy, app, output),
  };
}

const definesSchema = z.object({ APP_64: z.string() });

/**
 * Creates the 7z archive that the NSIS installer contains uncompressed, which is all but about 100 KB of the installer.
 * Does not run the NSIS compiler, because electron-builder would download it.
 */
async function packInstallerPayload(sourceCopy: string, folder: string, output: string): Promise<string> {
  const payload = join(output, 'payload.7z');
  await build({
    projectDir: sourceCopy,
    targets: Platform.WINDOWS.createTarget('nsis', Arch.x64),
    prepackaged: folder,
    publish: 'never',
    config: {
      ...withoutHooks,
      electronVersion: await electronVersion(),
      directories: { output },
      nsis: { packElevateHelper: false },
    },
    // electron-builder calls this function after it created the archive, and deletes the archive later.
    async effectiveOptionComputed([defines]: readonly unknown[]) {
      await copyFile(definesSchema.parse(defines).APP_64, payload);
      return true;
    },
  });
  await buildBlockMap(payload, 'gzip', `${payload}.blockmap`);
  return payload;
}

async function packZip(sourceCopy: string, app: string, output: string): Promise<string> {
  const files = await build({
    projectDir: sourceCopy,
    targets: Platform.MAC.createTarget('zip', Arch.x64),
    prepackaged: app,
    publish: 'never',
    config: {
      ...withoutHooks,
      electronVersion: await electronVersion(),
      directories: { output },
      mac: { notarize: false, identity: null },
    },
  });
  const zip = files.find((file) => file.endsWith('.zip'));
  if (zip === undefined) throw new Error('electron-builder made no ZIP');
  return zip;
}
