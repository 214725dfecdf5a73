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
export function locateDefaultDataFolder({ os, home, environment }: SystemEnvironment): string {
  if (os === 'win32') {
    const localAppData = environment['LOCALAPPDATA'] ?? '';
    return win32.join(localAppData === '' ? win32.join(home, 'AppData', 'Local') : localAppData, 'Paydesk');
  }
  if (os === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Paydesk');
  const dataHome = environment['XDG_DATA_HOME'] ?? '';
  return posix.join(posix.isAbsolute(dataHome) ? dataHome : posix.join(home, '.local', 'share'), 'paydesk');
}
