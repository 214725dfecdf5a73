/** @file The platform port on the fake Electron, with recorded calls and reports. */
import { createPlatform, type PlatformDeps } from '../../../../src/main/platform/electron/platform.ts';
import { createSecretClipboard } from '../../../../src/main/platform/electron/secret-clipboard.ts';
import type { Platform } from '../../../../src/main/platform/platform.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

/** A platform port with its recorded calls and reports. */
interface TestPlatform {
  readonly platform: Platform;
  /** Calls to show, dim and quit the window, in order. */
  readonly calls: string[];
  /** Reported problems, as `where: message`. */
  readonly reports: string[];
}

/** Creates a platform without a window, unless `deps` provides one. */
export function createTestPlatform(
  deps: Pick<PlatformDeps, 'dataFolder'> & Partial<PlatformDeps>,
): TestPlatform {
  const calls: string[] = [];
  const reports: string[] = [];
  const platform = createPlatform({
    isPackaged: false,
    findWindow: () => null,
    showWindow: () => calls.push('show'),
    dimWindowButtons: (dimmed) => calls.push(`dim ${dimmed}`),
    reloadWindow: () => calls.push('reload'),
    quit: () => calls.push('quit'),
    secretClipboard: createSecretClipboard(createFakeClock(), 'linux'),
    report: (where, { message }) => reports.push(`${where}: ${message}`),
    ...deps,
  });
  return { platform, calls, reports };
}
