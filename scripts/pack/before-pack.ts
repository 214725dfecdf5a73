/** @file electron-builder's step before a folder is packed: copies the native modules for the target's system. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type AfterPackContext, Arch } from 'electron-builder';

const require = createRequire(import.meta.url);

/** Path of keytar's binary for a platform (as Node names it) and a processor. */
export function keytarBinary(platform: string, processor: string): string {
  const keytar = dirname(require.resolve('keytar/package.json'));
  return join(keytar, 'prebuilds', `${platform}-${processor}`, 'keytar.node');
}

/**
 * Path of the binary of kerberos, which is built from its sources on a computer of the target's kind; `null` where it was not,
 * and Paydesk works without it. On a Mac it has the code for both processors.
 */
export function kerberosBinary(platform: string, processor: string): string | null {
  const isBuiltFor = platform === process.platform && (platform === 'darwin' || processor === process.arch);
  const path = join(dirname(require.resolve('kerberos/package.json')), 'build', 'Release', 'kerberos.node');
  return isBuiltFor && existsSync(path) ? path : null;
}

/**
 * Copies keytar's binary for the target to the folder that keytar's loader tries first, because the binary of this
 * machine does not run on other systems, and that of kerberos where there is one. The context has the type of the context after packing.
 */
export async function beforePack(context: AfterPackContext): Promise<void> {
  const platform = context.electronPlatformName;
  const processor = Arch[context.arch] ?? '';
  const binaries = {
    keytar: keytarBinary(platform, processor),
    kerberos: kerberosBinary(platform, processor),
  };
  for (const [name, binary] of Object.entries(binaries)) {
    const targetFolder = join(context.packager.info.appDir, 'node_modules', name, 'build', 'Release');
    // The binary of the processor that was packed before.
    await rm(targetFolder, { recursive: true, force: true });
    await mkdir(targetFolder, { recursive: true });
    if (binary !== null) await copyFile(binary, join(targetFolder, `${name}.node`));
  }
}
