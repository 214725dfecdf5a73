/**
 * @file Verifies the Authenticode signature of an installer with Windows PowerShell. Anything but a valid signature of
 * an expected publisher is rejected, so machines without PowerShell install no updates.
 */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Variables of a process's environment. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a program and returns its output. Rejects when the program fails. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  environment: Environment,
) => Promise<string>;

/** `Valid` of `System.Management.Automation.SignatureStatus`. */
const validStatus = 0;

/** A text as character codes, because PowerShell prints in the machine's code page, which is unknown here. */
const codesSchema = z
  .string()
  .regex(/^\d{1,5}( \d{1,5})*$/)
  .transform((characterCodes) => characterCodes.split(' ').map(Number))
  .pipe(z.array(z.int().max(0xffff)))
  .transform((characterCodes) => characterCodes.map((code) => String.fromCharCode(code)).join(''));

const answerSchema = z.object({ status: z.literal(validStatus), subject: codesSchema, path: codesSchema });

/** Returns the full path of PowerShell, because a bare program name could start another program of the same name. */
function locatePowerShell(systemRoot: string): string {
  return win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/** Maximum run time of PowerShell: enough for a large file on a slow disk. */
const timeoutMs = 120_000;

const runProgram: RunProgram = async (program, args, environment) =>
  (await promisify(execFile)(program, [...args], { timeout: timeoutMs, windowsHide: true, env: environment }))
    .stdout;

/** Removes the paths of modules of other PowerShell versions, which Windows PowerShell cannot load. */
function withoutModulePaths(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH'),
  );
}

/** Splits a certificate's subject into sorted attributes, so that order, spaces and case of the keys do not matter. */
function parseSubject(subject: string): string[] {
  return [...subject.matchAll(/(?:^|,)\s*([A-Za-z0-9.]+)\s*=\s*("(?:[^"]|"")*"|[^,]*)/g)]
    .map(([, key = '', value = '']) => `${key.toUpperCase()}=${value.trim().replace(/^"|"$/g, '')}`)
    .toSorted();
}

/**
 * True when `file` has a valid signature of one of `publishers` (whole subjects), according to the PowerShell below
 * `SystemRoot` of `environment`. Never rejects.
 */
export async function isSignedBy(
  publishers: readonly string[],
  file: string,
  environment: Environment,
  run: RunProgram = runProgram,
): Promise<boolean> {
  const systemRoot = environment['SystemRoot'];
  if (systemRoot === undefined || !/^[a-z]:[\\/]/i.test(systemRoot)) return false;
  // PowerShell treats typographic quotation marks as quotation marks, too.
  const escapedPath = file.replaceAll(/['\u2018-\u201b]/g, '$&$&');
  const script =
    `$s = Get-AuthenticodeSignature -LiteralPath '${escapedPath}'; ` +
    "@{ status = [int]$s.Status; subject = [int[]][char[]]$s.SignerCertificate.Subject -join ' '; " +
    "path = [int[]][char[]]$s.Path -join ' ' } | ConvertTo-Json -Compress";
  try {
    const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', script];
    const output = await run(locatePowerShell(systemRoot), args, withoutModulePaths(environment));
    const answer = answerSchema.parse(JSON.parse(output));
    if (win32.normalize(answer.path).toLowerCase() !== win32.normalize(file).toLowerCase()) return false;
    const signer = parseSubject(answer.subject).join();
    return signer !== '' && publishers.some((publisher) => parseSubject(publisher).join() === signer);
  } catch {
    return false;
  }
}
