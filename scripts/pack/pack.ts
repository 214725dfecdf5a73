/** @file Packs a staged program with electron-builder. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { z } from 'zod';
import { type PackPlatform, writeFixture } from './fixture.ts';
import { azureSignOptions } from './signing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

const builderPlatform = { win32: Platform.WINDOWS, darwin: Platform.MAC, linux: Platform.LINUX };

/** Returns the pinned version of Electron. */
export async function electronVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(require.resolve('electron/package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/**
 * Packs the staged program of `dist/app` for a system around the fixture of Electron, without an installer. Returns the
 * packed folder in `output`. Needs no network and no certificate.
 */
export async function packAroundFixture(platform: PackPlatform, output: string): Promise<string> {
  const distribution = await mkdtemp(join(tmpdir(), 'paydesk-electron-'));
  const version = await electronVersion();
  await writeFixture(distribution, platform, version);
  // Credentials in this machine's environment must not sign a package that cannot run.
  process.env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
  await pack(builderPlatform[platform], 'dir', [Arch.x64], {
    electronVersion: version,
    electronDist: distribution,
    directories: { output },
    mac: { target: [], notarize: false, identity: null },
  });
  await rm(distribution, { recursive: true });
  return join(output, { win32: 'win-unpacked', darwin: 'mac', linux: 'linux-unpacked' }[platform]);
}

/**
 * Builds installers of the staged program for this machine's system. `target` is a target of electron-builder; tests
 * replace `builder`.
 */
export async function packInstallers(
  platform: PackPlatform,
  target: string,
  processors: readonly ('x64' | 'arm64' | 'universal')[],
  release: boolean,
  builder: typeof build = build,
): Promise<string[]> {
  const azure = release ? azureSignOptions(process.env) : null;
  return pack(
    builderPlatform[platform],
    target,
    processors.map((processor) => Arch[processor]),
    {
      electronVersion: await electronVersion(),
      // Releases are signed; otherwise packaging fails.
      forceCodeSigning: release,
      ...(release ? {} : { mac: { notarize: false } }),
      ...(azure === null ? {} : { win: { azureSignOptions: azure } }),
    },
    builder,
  );
}

async function pack(
  platform: Platform,
  target: string,
  processors: Arch[],
  config: Configuration,
  builder: typeof build = build,
): Promise<string[]> {
  return builder({
    projectDir: root,
    targets: platform.createTarget(target, ...processors),
    publish: 'never',
    config,
  });
}
