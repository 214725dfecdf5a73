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
 * Switches that the packaged program keeps: its own, those of its updater, and those of Chromium for the screen, language and
 * assistive technology of a computer. All others are removed before Chromium reads them, because many enable debugging,
 * start other programs or disable protections. (Node's own switches, such as `--inspect`, are disabled by a fuse.)
 */
const keptSwitches: ReadonlySet<string> = new Set([
  'user-data-dir',
  'check-start',
  'updated',
  'lang',
  'disable-gpu',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'ozone-platform',
  'ozone-platform-hint',
]);

/**
 * Lists the switches of a command line that the packaged program removes, in lower case and without values. Chromium
 * accepts one or two dashes and, on Windows, a slash.
 */
export function listRemovedSwitches(argv: readonly string[], os: NodeJS.Platform): string[] {
  const pattern = os === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/;
  return argv
    .slice(1)
    .flatMap((argument) => pattern.exec(argument)?.[1]?.toLowerCase() ?? [])
    .filter((name) => !keptSwitches.has(name));
}

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
