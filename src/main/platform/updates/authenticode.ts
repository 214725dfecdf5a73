/**
 * @file Verifies the Authenticode signature of an installer with Windows PowerShell. Anything but a valid signature of
 * an expected publisher is rejected, so machines without PowerShell install no updates.
 */
import { win32 } from 'node:path';
import { z } from 'zod';
import { type Environment, type RunProgram, runPowerShell, runProgram } from '../system-programs.ts';

/** `Valid` of `System.Management.Automation.SignatureStatus`. */
const validStatus = 0;

const answerSchema = z.object({ status: z.literal(validStatus), subject: z.string(), path: z.string() });

/** Enough for a large file on a slow disk. */
const timeoutMs = 120_000;

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
  // PowerShell treats typographic quotation marks as quotation marks, too.
  const escapedPath = file.replaceAll(/['\u2018-\u201b]/g, '$&$&');
  const script =
    `$s = Get-AuthenticodeSignature -LiteralPath '${escapedPath}'; ` +
    '@{ status = [int]$s.Status; subject = [string]$s.SignerCertificate.Subject; path = [string]$s.Path }';
  try {
    const answer = answerSchema.parse(await runPowerShell(script, environment, timeoutMs, run));
    if (win32.normalize(answer.path).toLowerCase() !== win32.normalize(file).toLowerCase()) return false;
    const signer = parseSubject(answer.subject).join();
    return signer !== '' && publishers.some((publisher) => parseSubject(publisher).join() === signer);
  } catch {
    return false;
  }
}
