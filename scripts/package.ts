/**
 * @file Builds Paydesk and packs it.
 *
 * Usage: npm run package              installers for this machine's system, not signed, for testing
 *        npm run package -- --dir     folders for Windows, macOS and Linux around a fixture of Electron, to check what
 *                                     is packed; needs no network, and cannot be started
 *        npm run package -- --release signed installers; fails when a credential is missing
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Distribution } from '../src/main/platform/distribution.ts';
import { platforms } from './pack/fixture.ts';
import { packAroundFixture, packInstallers } from './pack/pack.ts';
import { missingForRelease, readSigning } from './pack/signing.ts';
import { stage } from './pack/stage.ts';
import { buildBundles } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const app = join(root, 'dist', 'app');

/** Builds the bundles. Removes earlier bundles first, which would otherwise be packed, too. */
async function buildAnew(): Promise<void> {
  await rm(join(root, 'out'), { recursive: true, force: true });
  if (!buildBundles('program')) throw new Error('The bundles could not be built');
}

/** Packs folders for every system around fixtures; returns them by system. */
export async function packFolders(output: string): Promise<Record<(typeof platforms)[number], string>> {
  await stage(app, { installer: 'none', updateKey: null, publishers: [] });
  const folders = { win32: '', darwin: '', linux: '' };
  for (const platform of platforms) folders[platform] = await packAroundFixture(platform, output);
  return folders;
}

/** An installer and its processor architectures. */
type Installer = readonly [
  target: string,
  installer: Distribution['installer'],
  processors: readonly ('x64' | 'arm64' | 'universal')[],
];

/** Installers by system. Each is packed separately, because the program contains the kind of its installer. */
const installers: Readonly<Record<(typeof platforms)[number], readonly Installer[]>> = {
  win32: [
    ['nsis', 'nsis', ['x64', 'arm64']],
    ['msi', 'msi', ['x64', 'arm64']],
  ],
  darwin: [
    ['dmg', 'mac', ['universal']],
    ['zip', 'mac', ['universal']],
  ],
  linux: [
    ['AppImage', 'none', ['x64']],
    ['deb', 'none', ['x64']],
  ],
};

async function packHere(release: boolean): Promise<void> {
  const platform = platforms.find((name) => name === process.platform);
  if (platform === undefined) throw new Error(`Paydesk is not packed on ${process.platform}`);
  if (release) {
    const missing = missingForRelease(platform, process.env);
    if (missing.length > 0)
      throw new Error(`Not released without a signature; missing: ${missing.join(', ')}`);
  }
  for (const [target, installer, processors] of installers[platform]) {
    await stage(app, { installer, ...readSigning(process.env) });
    for (const file of await packInstallers(platform, target, processors, release)) console.log(file);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const unknown = args.filter((argument) => argument !== '--dir' && argument !== '--release');
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(' ')}`);
  const [dir, release] = [args.includes('--dir'), args.includes('--release')];
  if (dir && release) throw new Error('A folder around a fixture of Electron cannot be released');
  await buildAnew();
  if (dir) {
    for (const folder of Object.values(await packFolders(join(root, 'dist', 'stand-in'))))
      console.log(folder);
  } else await packHere(release);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
