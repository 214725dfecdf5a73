/** @file The platform port on the fake Electron, with recorded calls, reports and timers. */
import { createPlatform, type PlatformDeps } from '../../../src/main/electron/platform.ts';
import { createSecretClipboard } from '../../../src/main/electron/secret-clipboard.ts';
import type { Platform } from '../../../src/main/platform.ts';

/** A platform port with its recorded calls, reports and timers. */
export interface TestPlatform {
  readonly platform: Platform;
  /** Calls to show, dim and quit the window, in order. */
  readonly calls: string[];
  /** Reported problems, as `where: message`. */
  readonly reports: string[];
  /** Timers of the secret clipboard; only the test fires them. */
  readonly timers: { readonly milliseconds: number; readonly action: () => void }[];
}

/** Creates a platform without a window, unless `deps` provides one. */
export function createTestPlatform(
  deps: Pick<PlatformDeps, 'dataFolder'> & Partial<PlatformDeps>,
): TestPlatform {
  const calls: string[] = [];
  const reports: string[] = [];
  const timers: { milliseconds: number; action: () => void }[] = [];
  const clock = {
    after(milliseconds: number, action: () => void) {
      timers.push({ milliseconds, action });
      return () => undefined;
    },
  };
  const platform = createPlatform({
    findWindow: () => null,
    showWindow: () => calls.push('show'),
    dimWindowButtons: (dimmed) => calls.push(`dim ${dimmed}`),
    quit: () => calls.push('quit'),
    secretClipboard: createSecretClipboard(clock),
    report: (where, { message }) => reports.push(`${where}: ${message}`),
    ...deps,
  });
  return { platform, calls, reports, timers };
}
