/** @file electron-builder's step before a folder is packed: copies the native module for the target's system. */
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
 * Copies keytar's binary for the target to the folder that keytar's loader tries first, because the binary of this
 * machine does not run on other systems. The context has the type of the context after packing.
 */
export async function beforePack(context: AfterPackContext): Promise<void> {
  const targetFolder = join(context.packager.info.appDir, 'node_modules', 'keytar', 'build', 'Release');
  await mkdir(targetFolder, { recursive: true });
  await copyFile(
    keytarBinary(context.electronPlatformName, Arch[context.arch] ?? ''),
    join(targetFolder, 'keytar.node'),
  );
}
