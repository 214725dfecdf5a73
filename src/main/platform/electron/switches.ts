/** @file The switches of the command line. */

/** The parsed command line. */
export interface Switches {
  /** Data folder to use instead of the default one. */
  readonly userDataDir: string | null;
  /** Path of a policy file to use instead of the machine's. */
  readonly profiles: string | null;
  /** Allows service hosts on 127.0.0.1 without TLS. */
  readonly allowHttpLoopback: boolean;
  /** Checks the start, writes a report to the data folder, and quits. */
  readonly checkStart: boolean;
}

/**
 * Switches of Chromium that enable debugging or disable protections. The packaged program removes them before Chromium
 * reads them. (Node's own switches, such as `--inspect`, are disabled by a fuse.)
 */
export const dangerousSwitches = [
  'remote-debugging-port',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'js-flags',
  'no-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'ignore-certificate-errors',
  'host-rules',
  'host-resolver-rules',
  'load-extension',
  'ssl-key-log-file',
  'log-net-log',
] as const;

/** Parses the command line. The packaged program accepts only `--user-data-dir=DIR` and, with it, `--check-start`. */
export function readSwitches(argv: readonly string[], isPackaged: boolean): Switches {
  const userDataDir = readSwitchValue(argv, 'user-data-dir');
  return {
    userDataDir,
    profiles: isPackaged ? null : readSwitchValue(argv, 'profiles'),
    allowHttpLoopback: !isPackaged && argv.includes('--allow-http-loopback'),
    checkStart: userDataDir !== null && argv.includes('--check-start'),
  };
}

/**
 * Returns the path of a module that replaces the keychain process, from PAYDESK_KEYCHAIN_ENTRY; `null` for the system's
 * keychain. The packaged program ignores the variable; tests use it to avoid the real keychain.
 */
export function findKeychainOverride(
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): string | null {
  const path = environment['PAYDESK_KEYCHAIN_ENTRY'] ?? '';
  return isPackaged || path === '' ? null : path;
}

/**
 * Returns true when PAYDESK_LOCALE asks for the pseudo-locale, which makes untranslated and truncated texts visible. The
 * packaged program does not contain the pseudo-locale.
 */
export function usesPseudoLocale(
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): boolean {
  return !isPackaged && environment['PAYDESK_LOCALE'] === 'en-XA';
}

function readSwitchValue(argv: readonly string[], name: string): string | null {
  const prefix = `--${name}=`;
  const value = argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? '';
  return value === '' ? null : value;
}
