/**
 * @file Asks Windows who signed an installer. Whatever is not a plain, valid answer with an expected name is a refusal:
 * a machine on which PowerShell cannot be used takes no updates by itself.
 */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Runs a program and gives what it printed. Rejects when it fails. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/** `Valid` of `System.Management.Automation.SignatureStatus`. */
const valid = 0;

const answerSchema = z.object({
  status: z.literal(valid),
  subject: z.string().min(1),
  path: z.string().min(1),
});

/** Where Windows keeps PowerShell. A bare name could be answered by a program of the same name elsewhere. */
function powerShell(systemRoot: string): string {
  return win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/** Milliseconds that the check of a large file on a slow disk may take. */
const patience = 120_000;

const runReal: Run = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: patience, windowsHide: true })).stdout;

/** The name of a certificate as its parts, so that order, case of the keys and spaces do not matter. */
function partsOf(subject: string): string[] {
  return [...subject.matchAll(/(?:^|,)\s*([A-Za-z0-9.]+)\s*=\s*("(?:[^"]|"")*"|[^,]*)/g)]
    .map(([, key = '', value = '']) => `${key.toUpperCase()}=${value.trim().replace(/^"|"$/g, '')}`)
    .toSorted();
}

/**
 * True when `file` carries a valid signature of one of `publishers` (whole subjects), as the PowerShell of Windows itself
 * (in `systemRoot`, the variable `SystemRoot`) says. Never rejects.
 */
export async function isSignedBy(
  publishers: readonly string[],
  file: string,
  systemRoot: string | undefined,
  run: Run = runReal,
): Promise<boolean> {
  if (systemRoot === undefined || !/^[a-z]:[\\/]/i.test(systemRoot)) return false;
  const quoted = file.replaceAll("'", "''");
  const script =
    `$s = Get-AuthenticodeSignature -LiteralPath '${quoted}'; ` +
    '@{ status = [int]$s.Status; subject = $s.SignerCertificate.Subject; path = $s.Path } | ConvertTo-Json -Compress';
  try {
    const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', script];
    const answer = answerSchema.parse(JSON.parse(await run(powerShell(systemRoot), args)));
    if (win32.normalize(answer.path).toLowerCase() !== win32.normalize(file).toLowerCase()) return false;
    const signer = partsOf(answer.subject).join();
    return signer !== '' && publishers.some((publisher) => partsOf(publisher).join() === signer);
  } catch {
    return false;
  }
}
