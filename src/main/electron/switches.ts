/** @file The switches of the command line. */

/** What the command line says. */
export interface Switches {
  /** Folder for everything that Paydesk keeps, in place of the usual one. */
  readonly userDataDir: string | null;
  /** File with profiles of the company's IT department. */
  readonly profiles: string | null;
  /** Lets profiles name service hosts on 127.0.0.1 without TLS. */
  readonly allowHttpLoopback: boolean;
  /** Quits as soon as the page has been seen to work, and says so in a file of the folder that was named. */
  readonly checkStart: boolean;
}

/**
 * Switches by which Chromium itself lets a debugger in, or lets go of a protection. It obeys them unless they are
 * removed before it is ready; the packaged program removes them. (Node's own, such as `--inspect`, are a fuse.)
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

/**
 * Reads the command line. The packaged program honours `--user-data-dir=DIR` and, beside it, `--check-start`, and none
 * of the others.
 */
export function readSwitches(argv: readonly string[], packaged: boolean): Switches {
  const userDataDir = textOf(argv, 'user-data-dir');
  return {
    userDataDir,
    profiles: packaged ? null : textOf(argv, 'profiles'),
    allowHttpLoopback: !packaged && argv.includes('--allow-http-loopback'),
    checkStart: userDataDir !== null && argv.includes('--check-start'),
  };
}

/**
 * Path of another module for the keychain's process, from PAYDESK_KEYCHAIN_ENTRY; `null` for the keychain of the system.
 * Only a version that is not packaged has one, so that tests never meet the keychain of the person at the machine.
 */
export function otherKeychain(
  environment: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): string | null {
  const path = environment['PAYDESK_KEYCHAIN_ENTRY'] ?? '';
  return packaged || path === '' ? null : path;
}

/**
 * True when PAYDESK_LOCALE asks for the pseudo-locale, which shows texts that are not translated or cut off. A packaged
 * Paydesk does not have it.
 */
export function usesPseudoLocale(
  environment: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): boolean {
  return !packaged && environment['PAYDESK_LOCALE'] === 'en-XA';
}

function textOf(argv: readonly string[], name: string): string | null {
  const start = `--${name}=`;
  const value = argv.find((argument) => argument.startsWith(start))?.slice(start.length) ?? '';
  return value === '' ? null : value;
}
