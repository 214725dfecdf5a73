/**
 * @file Reads the administrator's policy from the one source of each system, which ordinary users cannot change: the
 * policy keys of the registry (group policy, Intune), the managed preferences of macOS (configuration profiles), or a
 * file of root on Linux.
 */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isMissingFileError } from '../../storage/library/files.ts';
import {
  type Environment,
  locateWindowsProgram,
  type RunProgram,
  runPowerShell,
  runProgram,
} from '../system-programs.ts';
import { type PolicySource, readPolicyFile } from './managed-file.ts';

/** The registry keys whose values are the fields of the policy: of the machine, then of the user. */
const policyKeys = ['HKEY_LOCAL_MACHINE', 'HKEY_CURRENT_USER'].map(
  (root) => `${root}\\Software\\Policies\\Paydesk`,
);

/** A key of every Windows; it is unreadable only where an administrator has disabled the registry tools. */
const alwaysPresentKey = 'HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows NT\\CurrentVersion';

/** The managed preferences of the machine; those of individual users are not read. */
export const managedPreferences = '/Library/Managed Preferences/com.paydesk.desktop.plist';
const policyFile = '/etc/paydesk/policy.json';
const maxFileBytes = 1024 * 1024;

/** Long enough for the first start of PowerShell. */
const timeoutMs = 20_000;

/** Reads the sources of the policy that exist, by precedence. Never rejects. */
export async function readSystemPolicy(
  os: NodeJS.Platform,
  environment: Environment,
  run: RunProgram = runProgram,
  path = os === 'darwin' ? managedPreferences : policyFile,
): Promise<readonly PolicySource[]> {
  if (os !== 'win32' && (await lstat(path).then(() => false, isMissingFileError))) return [];
  try {
    if (os === 'win32') return await readRegistry(environment, run);
    if (os !== 'darwin') return await readRootFile(path);
    const args = ['-convert', 'json', '-o', '-', path];
    const values: unknown = JSON.parse(await run('/usr/bin/plutil', args, environment, timeoutMs));
    return [{ location: path, values: toPolicyFields(values) }];
  } catch {
    return [{ location: os === 'win32' ? policyKeys.join(', ') : path, problem: 'unreadable' }];
  }
}

/**
 * Checks with the fast `reg.exe` whether a key exists, and reads the values with PowerShell, because `reg.exe` prints in
 * the code page of the console and loses characters. Where an administrator has disabled `reg.exe`, it fails for every
 * key.
 */
async function readRegistry(environment: Environment, run: RunProgram): Promise<readonly PolicySource[]> {
  const program = locateWindowsProgram(environment, 'reg.exe');
  const query = (key: string) => run(program, ['query', key, '/reg:64'], environment, timeoutMs);
  const [anyKey, ...keys] = await Promise.allSettled([alwaysPresentKey, ...policyKeys].map(query));
  if (anyKey?.status === 'fulfilled' && keys.every(({ status }) => status === 'rejected')) return [];
  const values = z
    .record(z.string(), z.unknown())
    .parse(await runPowerShell(registryScript, environment, timeoutMs, run));
  return policyKeys
    .filter((location) => (values[location] ?? null) !== null)
    .map((location) => ({ location, values: toPolicyFields(values[location]) }));
}

/** Returns the values of the existing keys, by key. */
const registryScript = [
  '$policies = @{}',
  `foreach ($key in '${policyKeys.join("', '")}') {`,
  "$path = 'Registry::' + $key",
  'if (Test-Path -LiteralPath $path) {',
  '$policies[$key] = Get-ItemProperty -LiteralPath $path | Select-Object -Property * -ExcludeProperty PSPath,PSParentPath,PSChildName,PSDrive,PSProvider',
  '}}',
  '$policies',
].join('\n');

/** Reads the file if only root can write it and its folder. A symbolic link counts as writable by others. */
async function readRootFile(path: string): Promise<readonly PolicySource[]> {
  const file = await lstat(path);
  const statuses = [file, await lstat(dirname(path))];
  const isProtected = statuses.every(({ uid, mode }) => uid === 0 && (mode & 0o022) === 0);
  if (!isProtected) return [{ location: path, problem: 'access' }];
  // Reading a pipe could block the start forever.
  if (!file.isFile() || file.size > maxFileBytes) throw new Error('The file is not regular, or too large');
  return readPolicyFile(path);
}

/**
 * Returns the policy's fields by name. Lists and objects may be JSON text. Drops the values that the system adds: the
 * default value of a registry key, and the `Payload…` values of a configuration profile.
 */
function toPolicyFields(values: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = { version: 1 };
  for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(values))) {
    if (name === '' || name.startsWith('(') || name.startsWith('Payload')) continue;
    fields[name] = typeof value === 'string' ? parseJsonOrText(value) : value;
  }
  return fields;
}

/** Parses JSON. Other text is returned unchanged: it is a plain value, or the schema reports the problem. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
