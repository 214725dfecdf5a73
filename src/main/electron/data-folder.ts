/** @file The default location of Paydesk's data. */
import { posix, win32 } from 'node:path';

/** The properties of the system that determine the location. */
export interface SystemEnvironment {
  readonly os: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the default data folder of the account. On Windows it is in the local profile: a roaming profile may be on a
 * server, where the database is not safe.
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
