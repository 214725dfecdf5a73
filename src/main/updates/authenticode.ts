/**
 * @file Asks Windows who signed an installer. Whatever is not a plain, valid answer with an expected name is a refusal:
 * a machine on which PowerShell cannot be used takes no updates by itself.
 */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Variables of a process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a program in an environment and gives what it printed. Rejects when it fails. */
export type Run = (program: string, args: readonly string[], environment: Environment) => Promise<string>;

/** `Valid` of `System.Management.Automation.SignatureStatus`. */
const valid = 0;

/**
 * A text as the codes of its characters. PowerShell prints in the code page of the machine, which is unknown here; these
 * are the same in all of them.
 */
const codesSchema = z
  .string()
  .regex(/^\d{1,5}( \d{1,5})*$/)
  .transform((codes) => codes.split(' ').map(Number))
  .pipe(z.array(z.int().max(0xffff)))
  .transform((codes) => codes.map((code) => String.fromCharCode(code)).join(''));

const answerSchema = z.object({ status: z.literal(valid), subject: codesSchema, path: codesSchema });

/** Where Windows keeps PowerShell. A bare name could be answered by a program of the same name elsewhere. */
function powerShell(systemRoot: string): string {
  return win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/** Milliseconds that the check of a large file on a slow disk may take. */
const timeoutMs = 120_000;

const runProgram: Run = async (program, args, environment) =>
  (await promisify(execFile)(program, [...args], { timeout: timeoutMs, windowsHide: true, env: environment }))
    .stdout;

/** Without the modules of another PowerShell, from which Paydesk may have been started: Windows' own cannot load them. */
function withoutModules(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH'),
  );
}

/** The name of a certificate as its parts, so that order, case of the keys and spaces do not matter. */
function nameParts(subject: string): string[] {
  return [...subject.matchAll(/(?:^|,)\s*([A-Za-z0-9.]+)\s*=\s*("(?:[^"]|"")*"|[^,]*)/g)]
    .map(([, key = '', value = '']) => `${key.toUpperCase()}=${value.trim().replace(/^"|"$/g, '')}`)
    .toSorted();
}

/**
 * True when `file` carries a valid signature of one of `publishers` (whole subjects), as the PowerShell of Windows itself
 * (below the variable `SystemRoot` of `environment`) says. Never rejects.
 */
export async function isSignedBy(
  publishers: readonly string[],
  file: string,
  environment: Environment,
  run: Run = runProgram,
): Promise<boolean> {
  const systemRoot = environment['SystemRoot'];
  if (systemRoot === undefined || !/^[a-z]:[\\/]/i.test(systemRoot)) return false;
  // To PowerShell, printed quotation marks are quotation marks too.
  const quoted = file.replaceAll(/['\u2018-\u201b]/g, '$&$&');
  const script =
    `$s = Get-AuthenticodeSignature -LiteralPath '${quoted}'; ` +
    "@{ status = [int]$s.Status; subject = [int[]][char[]]$s.SignerCertificate.Subject -join ' '; " +
    "path = [int[]][char[]]$s.Path -join ' ' } | ConvertTo-Json -Compress";
  try {
    const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', script];
    const printed = await run(powerShell(systemRoot), args, withoutModules(environment));
    const answer = answerSchema.parse(JSON.parse(printed));
    if (win32.normalize(answer.path).toLowerCase() !== win32.normalize(file).toLowerCase()) return false;
    const signer = nameParts(answer.subject).join();
    return signer !== '' && publishers.some((publisher) => nameParts(publisher).join() === signer);
  } catch {
    return false;
  }
}
