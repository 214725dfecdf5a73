/** @file Runs programs of the system by their full paths: a bare name could start another program of the same name. */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

/** Variables of a process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a program and returns its output. Rejects when the program fails, takes too long or prints more than 4 MB. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  environment: Environment,
  timeoutMs: number,
) => Promise<string>;

export const runProgram: RunProgram = async (program, args, environment, timeoutMs) => {
  const options = { timeout: timeoutMs, windowsHide: true, maxBuffer: 4 * 1024 * 1024, env: environment };
  return (await promisify(execFile)(program, [...args], options)).stdout;
};

/** Returns the path of a program below `System32`. Throws unless `SystemRoot` is on a local drive. */
export function locateWindowsProgram(environment: Environment, ...names: readonly string[]): string {
  const systemRoot = environment['SystemRoot'] ?? '';
  if (!/^[a-z]:[\\/]/i.test(systemRoot)) throw new Error('The path of Windows is unknown');
  return win32.join(systemRoot, 'System32', ...names);
}

/**
 * Runs a script with Windows PowerShell, also in its constrained language mode, and returns the script's result as
 * parsed JSON. Rejects after any error of the script.
 */
export async function runPowerShell(
  script: string,
  environment: Environment,
  timeoutMs: number,
  run: RunProgram = runProgram,
): Promise<unknown> {
  const program = locateWindowsProgram(environment, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  // Windows PowerShell cannot load the modules of another PowerShell version.
  const variables = Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH');
  // Prints character codes, because the console loses characters outside its code page.
  const command = [
    "$ErrorActionPreference = 'Stop'",
    `$result = & {\n${script}\n}`,
    '$text = [string](ConvertTo-Json -InputObject $result -Compress -Depth 3)',
    "([char[]]$text | ForEach-Object { [int]$_ }) -join ','",
  ].join('\n');
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', command];
  const output = await run(program, args, Object.fromEntries(variables), timeoutMs);
  const characterCodes = output.trim().split(',').map(Number);
  return JSON.parse(characterCodes.map((characterCode) => String.fromCharCode(characterCode)).join(''));
}
