/**
 * @file Runs a program under a real GNOME keyring on a message bus of its own, in a throw-away folder: nothing of it
 * reaches the keyring of whoever runs the tests.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How the program finds the keyring. */
export type KeyringState =
  /** A service whose collection is open. */
  | 'open'
  /** A service, and nobody to type the passphrase. */
  | 'locked'
  /** A bus on which nobody keeps secrets. */
  | 'no-service'
  /** Not even a bus. */
  | 'no-bus';

const shells: Readonly<Record<KeyringState, string>> = {
  open: 'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null; exec "$@"',
  'no-service': 'exec "$@"',
  'no-bus': 'exec "$@"',
};

/** Why there is no keyring to test with here, or `null`. */
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
 * Runs a module of the tests under a keyring that lives in `folder`; a second run on the same folder finds the same
 * secrets. Gives the lines that it printed, as JSON. Rejects when the module does.
 */
export async function runWithKeyring(
  folder: string,
  state: KeyringState,
  module: URL,
  ...args: readonly string[]
): Promise<unknown[]> {
  const [data, run, nowhere] = ['data', 'run', 'nowhere'].map((name) => join(folder, name));
  for (const path of [data, run, nowhere]) await mkdir(path ?? folder, { recursive: true, mode: 0o700 });
  const program = [process.execPath, fileURLToPath(module), ...args];
  const shell = ['sh', '-c', shells[state], 'sh', ...program];
  const [command = '', ...rest] = state === 'no-bus' ? shell : ['dbus-run-session', '--', ...shell];
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const { stdout } = await promisify(execFile)(command, rest, {
    env: {
      ...env,
      XDG_DATA_HOME: data,
      XDG_RUNTIME_DIR: run,
      // Without this the bus would start a service by itself.
      ...(state === 'no-service' ? { XDG_DATA_DIRS: nowhere } : {}),
    },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
}

/**
 * What a keyring holds under the name of a service, by account, asked over a message bus whose address is known. It is
 * asked through libsecret, by a process of its own.
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
