/** @file Searches texts and files for secrets, in every encoding. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets by the name that a finding shows. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * Base64 of a text inside a longer one, for each offset modulo three. Characters at the ends depend on the neighbouring
 * bytes and are left out.
 */
function base64Forms(secret: string, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString(encoding);
    const whole = text.replace(/=+$/, '');
    const first = before === 0 ? 0 : 4;
    return whole.slice(first, -4);
  });
}

/** A secret in every encoding that is searched for. */
export function formsOf(secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    Buffer.from(secret).toString('hex'),
    ...base64Forms(secret, 'base64'),
    ...base64Forms(secret, 'base64url'),
  ];
  return [...new Set(forms)];
}

/** Names of the secrets that a text or bytes contain, in any encoding. */
export function secretsIn(content: string | Buffer, secrets: Secrets): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret).flatMap((form) => [Buffer.from(form), Buffer.from(form, 'utf16le')]);
    return forms.some((form) => bytes.includes(form)) ? [name] : [];
  });
}

/** Every secret in every file below a folder, such as `paydesk.db-wal: token`. */
export async function secretsBelow(folder: string, secrets: Secrets): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // The browser may delete its files at any time.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    found.push(...secretsIn(bytes, secrets).map((name) => `${path}: ${name}`));
  }
  return found;
}
