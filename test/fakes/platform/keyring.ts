/**
 * @file Runs a program with a real GNOME keyring on a separate message bus in a temporary folder, isolated from the
 * keyring of the user who runs the tests.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** State of the keyring for the program. */
export type KeyringState =
  /** A service with an unlocked collection. */
  | 'open'
  /** A service with a locked collection, and no user to enter the passphrase. */
  | 'locked'
  /** A bus without a secret service. */
  | 'no-service'
  /** No bus. */
  | 'no-bus';

/** Shell scripts that start the keyring and replace themselves with the program. */
const shellScripts: Readonly<Record<KeyringState, string>> = {
  open: 'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null; exec "$@"',
  'no-service': 'exec "$@"',
  'no-bus': 'exec "$@"',
};

/** Returns the reason why no keyring can be started here, or `null`. */
export function keyringMissing(): string | null {
  try {
    for (const program of ['dbus-run-session', 'gnome-keyring-daemon']) {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    }
    return null;
  } catch {
    return 'dbus-run-session and gnome-keyring-daemon are not installed';
  }
}

/**
 * Runs a test module with a keyring stored in `folder`; a second run on the same folder has the same secrets. Returns the
 * JSON lines that the module printed. Rejects when the module fails.
 */
export async function runWithKeyring(
  folder: string,
  state: KeyringState,
  module: URL,
  ...args: readonly string[]
): Promise<unknown[]> {
  const [dataFolder, runtimeFolder, emptyFolder] = ['data', 'run', 'empty'].map((name) => join(folder, name));
  for (const path of [dataFolder, runtimeFolder, emptyFolder])
    await mkdir(path ?? folder, { recursive: true, mode: 0o700 });
  const program = [process.execPath, fileURLToPath(module), ...args];
  const shell = ['sh', '-c', shellScripts[state], 'sh', ...program];
  const [command = '', ...commandArgs] = state === 'no-bus' ? shell : ['dbus-run-session', '--', ...shell];
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const { stdout } = await promisify(execFile)(command, commandArgs, {
    env: {
      ...env,
      XDG_DATA_HOME: dataFolder,
      XDG_RUNTIME_DIR: runtimeFolder,
      // The bus finds no service to start in an empty folder.
      ...(state === 'no-service' ? { XDG_DATA_DIRS: emptyFolder } : {}),
    },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
}

/**
 * Returns the secrets of a service by account, read through libsecret in a separate process on the given message bus.
 */
export async function storedSecrets(busAddress: string, service: string): Promise<Record<string, string>> {
  const program = `
    const { default: keytar } = await import('keytar');
    const found = await keytar.findCredentials(process.argv[1]);
    console.log(JSON.stringify(Object.fromEntries(found.map(({ account, password }) => [account, password]))));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', service],
    { cwd: root, env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: busAddress } },
  );
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
}
