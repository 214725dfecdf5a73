/** @file electron-builder's step after a folder is packed and before it is signed: sets the fuses. */
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { fuses } from './fuses.ts';

/** Path of the program in a packed folder; its fuses are found from there. */
export function programOf(folder: string, platform: string, product: string, executable: string): string {
  switch (platform) {
    case 'win32':
      return join(folder, `${product}.exe`);
    case 'darwin':
      return join(folder, `${product}.app`);
    default:
      return join(folder, executable);
  }
}

/** Sets all fuses of the packed program. Fails when Electron has a fuse without a decision. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName, packager } = context;
  // The two halves of a universal program must be identical until they are merged, so fuses are set afterwards.
  if (appOutDir.endsWith('-temp')) return;
  const { productFilename, name } = packager.appInfo;
  const program = programOf(appOutDir, electronPlatformName, productFilename, name);
  await flipFuses(program, {
    ...fuses,
    resetAdHocDarwinSignature: electronPlatformName === 'darwin' && process.platform === 'darwin',
  });
}
