/** @file Searches texts and files for secrets, in every encoding that Paydesk could write. */
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Secrets by the name that a finding shows. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * Returns the base64 encodings of a secret inside a longer text, one for each offset modulo three. Characters at both ends
 * depend on the neighbouring bytes and are left out.
 */
function base64Encodings(secret: string, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString(encoding);
    const unpadded = text.replace(/=+$/, '');
    const start = offset === 0 ? 0 : 4;
    return unpadded.slice(start, -4);
  });
}

/** Returns a secret in every searched encoding. */
function encodingsOf(secret: string): string[] {
  const encodings = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    Buffer.from(secret).toString('hex'),
    ...base64Encodings(secret, 'base64'),
    ...base64Encodings(secret, 'base64url'),
  ];
  return [...new Set(encodings)];
}

/** Names of the secrets that a text or bytes contain, in any encoding. */
export function secretsIn(content: string | Buffer, secrets: Secrets): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const encodings = encodingsOf(secret).flatMap((encoded) => [
      Buffer.from(encoded),
      Buffer.from(encoded, 'utf16le'),
    ]);
    return encodings.some((encoded) => bytes.includes(encoded)) ? [name] : [];
  });
}

/** Returns the secrets in files below a folder, as `<path>: <name of the secret>`. */
export async function secretsBelow(folder: string, secrets: Secrets): Promise<string[]> {
  const findings: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // The browser may delete its files at any time.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    findings.push(...secretsIn(bytes, secrets).map((name) => `${path}: ${name}`));
  }
  return findings;
}

/** Returns the secrets in files below a folder, which must contain the profile of the program's browser. */
export async function secretsOfProgram(folder: string, secrets: Secrets): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (!entries.some((entry) => entry.isFile() && entry.parentPath.split(sep).includes('browser')))
    throw new Error('The profile of the browser is elsewhere: set sharesBrowser to false');
  return secretsBelow(folder, secrets);
}
