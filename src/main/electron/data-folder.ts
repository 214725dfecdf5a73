/** @file Where Paydesk keeps its data. */
import { posix, win32 } from 'node:path';

/** What the place depends on. */
export interface SystemEnvironment {
  readonly os: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder of the account on this machine. On Windows it is the local one: a roaming folder may lie on a server,
 * where the database cannot be kept safe.
 */
export function defaultDataFolder({ os, home, environment }: SystemEnvironment): string {
  if (os === 'win32') {
    const local = environment['LOCALAPPDATA'] ?? '';
    return win32.join(local === '' ? win32.join(home, 'AppData', 'Local') : local, 'Paydesk');
  }
  if (os === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Paydesk');
  const data = environment['XDG_DATA_HOME'] ?? '';
  return posix.join(posix.isAbsolute(data) ? data : posix.join(home, '.local', 'share'), 'paydesk');
}
