/**
 * @file Reads what a company sets centrally: on Windows the policy key of the registry (group policy, Intune), on macOS
 * the managed preferences of a configuration profile. Ordinary users can write neither.
 */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { managedFileSchema } from '../shared/model/managed.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Key of the registry whose values are the fields of the policy. */
export const policyKey = 'HKLM\\Software\\Policies\\Paydesk';

/** A key that every Windows has; it cannot be read where the tools of the registry are forbidden. */
const knownKey = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion';

/** Managed preferences of the Mac; those of single users are not read. */
export const managedPreferences = '/Library/Managed Preferences/com.paydesk.desktop.plist';

/** Milliseconds for the answer of a program of the system. */
const deadlineMs = 20_000;
/** Bytes of the answer. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** How a program of the system ended: `null` when it could not be started or was ended at the deadline. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of the system by its full path. Never rejects. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

/** The machine that is asked. */
export interface ManagedMachine {
  readonly os: NodeJS.Platform;
  readonly environment: Environment;
  readonly run: RunProgram;
  /** True when a file is there. */
  readonly exists: (path: string) => Promise<boolean>;
}

/** The fields that are set centrally, not yet checked; `null` when there are none. Rejects when they cannot be read. */
export async function readManagedSettings(machine: ManagedMachine): Promise<Record<string, unknown> | null> {
  const values =
    machine.os === 'win32'
      ? await registryValues(machine)
      : machine.os === 'darwin'
        ? await preferences(machine)
        : null;
  return values === null ? null : fieldsOf(values);
}

/**
 * `reg.exe` says quickly whether the key is there, PowerShell reads it: what `reg.exe` prints is in the code page of the
 * console and loses letters. Where an administrator has forbidden `reg.exe`, it fails for every key.
 */
async function registryValues({ environment, run }: ManagedMachine): Promise<unknown> {
  const systemRoot = environment['SystemRoot'] ?? '';
  if (!/^[a-z]:[\\/]/i.test(systemRoot)) throw new Error('Windows does not say where it lies');
  const system = (...names: string[]) => win32.join(systemRoot, 'System32', ...names);
  const probe = async (key: string) => (await run(system('reg.exe'), ['query', key, '/reg:64'])).code === 0;
  const [isThere, isAllowed] = await Promise.all([probe(policyKey), probe(knownKey)]);
  if (!isThere && isAllowed) return null;
  const { code, output } = await run(system('WindowsPowerShell', 'v1.0', 'powershell.exe'), [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    registryScript,
  ]);
  if (code !== 0) throw new Error('The policy of the registry could not be read');
  const text = output.trim();
  if (text === '') return null;
  // Written as numbers, because the console would lose letters beyond its code page.
  const codes = text.split(',').map(Number);
  return JSON.parse(codes.map((code) => String.fromCharCode(code)).join(''));
}

/** Uses nothing that the constrained language mode of PowerShell forbids. Prints nothing when there is no key. */
const registryScript = [
  "$path = 'Registry::HKEY_LOCAL_MACHINE\\Software\\Policies\\Paydesk'",
  'if (Test-Path -LiteralPath $path) {',
  '$values = Get-ItemProperty -LiteralPath $path | Select-Object -Property * -ExcludeProperty PSPath,PSParentPath,PSChildName,PSDrive,PSProvider',
  '$text = [string](ConvertTo-Json -InputObject $values -Compress)',
  "([char[]]$text | ForEach-Object { [int]$_ }) -join ','",
  '}',
].join('\n');

async function preferences({ run, exists }: ManagedMachine): Promise<unknown> {
  if (!(await exists(managedPreferences))) return null;
  const { code, output } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', managedPreferences]);
  if (code !== 0) throw new Error('The managed preferences could not be read');
  return JSON.parse(output);
}

/** Fields whose value is a word and no JSON. */
const isText = (name: string) => name === 'practiceCompany' || name === 'helpPage';

/** The fields by name. Lists and objects may be written as JSON text; what the systems add themselves is left out. */
function fieldsOf(values: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = { version: 1 };
  for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(values))) {
    if (name === '' || name.startsWith('(') || name.startsWith('Payload')) continue;
    const isJson = typeof value === 'string' && name in managedFileSchema.shape && !isText(name);
    fields[name] = isJson ? jsonOf(value) : value;
  }
  return fields;
}

/** A text that is no JSON stays a text, of which the schema then says what is wrong. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The machine that Paydesk runs on. */
export function createManagedMachine(os: NodeJS.Platform, environment: Environment): ManagedMachine {
  // Without the modules of another PowerShell, which the one of Windows cannot load.
  const variables = Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH');
  const options = {
    timeout: deadlineMs,
    windowsHide: true,
    maxBuffer: maxAnswerBytes,
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
