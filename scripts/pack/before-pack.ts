/** @file electron-builder's step before a folder is packed: puts in the native module of the target's system. */
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';

const require = createRequire(import.meta.url);

/** Path of keytar's binary for a platform (as Node names it) and a processor. */
export function keytarBinary(platform: string, processor: string): string {
  const keytar = dirname(require.resolve('keytar/package.json'));
  return join(keytar, 'prebuilds', `${platform}-${processor}`, 'keytar.node');
}

/**
 * Puts keytar's binary for the target where its loader looks first; the one of this machine would not start there. The
 * context is the same as after packing.
 */
export async function beforePack(context: AfterPackContext): Promise<void> {
  const place = join(context.packager.info.appDir, 'node_modules', 'keytar', 'build', 'Release');
  await mkdir(place, { recursive: true });
  await copyFile(
    keytarBinary(context.electronPlatformName, Arch[context.arch] ?? ''),
    join(place, 'keytar.node'),
  );
}
