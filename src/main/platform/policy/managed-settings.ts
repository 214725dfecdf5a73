/**
 * @file Reads central settings: on Windows the policy key of the registry (group policy, Intune), on macOS the managed
 * preferences of a configuration profile. Ordinary users can change neither.
 */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { managedFileSchema } from '../../../shared/model/session/managed.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The registry key whose values are the fields of the policy. */
export const policyKey = 'HKLM\\Software\\Policies\\Paydesk';

/**
 * A key that exists on every Windows; it is unreadable only where an administrator has disabled the registry tools.
 */
const alwaysPresentKey = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion';

/** The managed preferences of the machine; those of individual users are not read. */
export const managedPreferences = '/Library/Managed Preferences/com.paydesk.desktop.plist';

const timeoutMs = 20_000;
const maxOutputBytes = 4 * 1024 * 1024;

/** The result of a system program; `code` is `null` when it could not be started or was killed at the deadline. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a system program by its full path. Never rejects. */
type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

/** Access to the machine. */
export interface ManagedMachine {
  readonly os: NodeJS.Platform;
  readonly environment: Environment;
  readonly run: RunProgram;
  /** True when a file exists. */
  readonly exists: (path: string) => Promise<boolean>;
}

/** Reads the unvalidated central fields; `null` when there are none. Rejects when they cannot be read. */
export async function readManagedSettings(machine: ManagedMachine): Promise<Record<string, unknown> | null> {
  const values =
    machine.os === 'win32'
      ? await readRegistryValues(machine)
      : machine.os === 'darwin'
        ? await readPreferences(machine)
        : null;
  return values === null ? null : toPolicyFields(values);
}

/**
 * Checks with the fast `reg.exe` whether the key exists, and reads its values with PowerShell, because `reg.exe` prints
 * in the code page of the console and loses characters. Where an administrator has disabled `reg.exe`, it fails for
 * every key.
 */
async function readRegistryValues({ environment, run }: ManagedMachine): Promise<unknown> {
  const systemRoot = environment['SystemRoot'] ?? '';
  if (!/^[a-z]:[\\/]/i.test(systemRoot)) throw new Error('The path of Windows is unknown');
  const locateSystemFile = (...names: string[]) => win32.join(systemRoot, 'System32', ...names);
  const hasRegistryKey = async (key: string) =>
    (await run(locateSystemFile('reg.exe'), ['query', key, '/reg:64'])).code === 0;
  const [isKeyPresent, canReadRegistry] = await Promise.all([
    hasRegistryKey(policyKey),
    hasRegistryKey(alwaysPresentKey),
  ]);
  if (!isKeyPresent && canReadRegistry) return null;
  const { code, output } = await run(locateSystemFile('WindowsPowerShell', 'v1.0', 'powershell.exe'), [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    registryScript,
  ]);
  if (code !== 0) throw new Error('The policy of the registry could not be read');
  const text = output.trim();
  if (text === '') return null;
  // The script prints character codes, because the console loses characters outside its code page.
  const characterCodes = text.split(',').map(Number);
  return JSON.parse(characterCodes.map((characterCode) => String.fromCharCode(characterCode)).join(''));
}

/** Works in PowerShell's constrained language mode. Prints nothing when the key does not exist. */
const registryScript = [
  "$path = 'Registry::HKEY_LOCAL_MACHINE\\Software\\Policies\\Paydesk'",
  'if (Test-Path -LiteralPath $path) {',
  '$values = Get-ItemProperty -LiteralPath $path | Select-Object -Property * -ExcludeProperty PSPath,PSParentPath,PSChildName,PSDrive,PSProvider',
  '$text = [string](ConvertTo-Json -InputObject $values -Compress)',
  "([char[]]$text | ForEach-Object { [int]$_ }) -join ','",
  '}',
].join('\n');

async function readPreferences({ run, exists }: ManagedMachine): Promise<unknown> {
  if (!(await exists(managedPreferences))) return null;
  const { code, output } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', managedPreferences]);
  if (code !== 0) throw new Error('The managed preferences could not be read');
  return JSON.parse(output);
}

/** True for fields whose value is plain text and not JSON. */
const isPlainTextField = (name: string) => name === 'practiceCompany' || name === 'helpPage';

/**
 * Returns the policy's fields by name. Lists and objects may be JSON text. Drops the values that the system adds: the
 * default value of a registry key, and the `Payload…` values of a configuration profile.
 */
function toPolicyFields(values: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = { version: 1 };
  for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(values))) {
    if (name === '' || name.startsWith('(') || name.startsWith('Payload')) continue;
    const isJson = typeof value === 'string' && name in managedFileSchema.shape && !isPlainTextField(name);
    fields[name] = isJson ? parseJsonOrText(value) : value;
  }
  return fields;
}

/** Parses JSON. Other text is returned unchanged, so that the schema reports the problem. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Access to the machine that Paydesk runs on. */
export function createManagedMachine(os: NodeJS.Platform, environment: Environment): ManagedMachine {
  // Windows PowerShell cannot load the modules of another PowerShell version.
  const variables = Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH');
  const options = {
    timeout: timeoutMs,
    windowsHide: true,
    maxBuffer: maxOutputBytes,
    env: Object.fromEntries(variables),
  };
  return {
    os,
    environment,
    async run(program, args) {
      try {
        const { stdout } = await promisify(execFile)(program, [...args], options);
        return { code: 0, output: stdout };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null;
        return { code: typeof code === 'number' ? code : null, output: '' };
      }
    },
    exists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
  };
}
