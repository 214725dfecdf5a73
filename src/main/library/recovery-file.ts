/**
 * @file The recovery file: the key of a library, wrapped with a passphrase. scrypt (N = 2^17, r = 8, p = 1: 128 MB and
 * about half a second per guess) derives from the passphrase a key for AES-256-GCM, which authenticates all other
 * fields of the file. A checksum distinguishes a damaged file from a wrong passphrase.
 */
import { createHash, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { normalizePassphrase } from '../../shared/model/passphrase.ts';
import type { MasterKey } from './master-key.ts';
import { decrypt, encrypt } from './seal.ts';

const format = 'paydesk-library-recovery';
const version = 1;
/** Parameters of scrypt, fixed in version 1, so that a file cannot ask for less work or more memory. */
const work = { n: 131_072, r: 8, p: 1 } as const;
/** Memory limit of scrypt, in bytes; it needs a little more than 128 · N · r. */
const maxMemoryBytes = 160 * 1024 * 1024;
/** Maximum length of a recovery file, in characters. */
const maxTextLength = 4096;

/** Schema of Base64 text for a number of bytes. */
const base64Of = (bytes: number) => z.base64().length(Math.ceil(bytes / 3) * 4);

const versionSchema = z.object({ format: z.literal(format), version: z.number().int() });
const fileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  libraryId: z.uuid(),
  savedAt: z.iso.datetime(),
  derivation: z.strictObject({
    function: z.literal('scrypt'),
    n: z.literal(work.n),
    r: z.literal(work.r),
    p: z.literal(work.p),
    salt: base64Of(16),
  }),
  cipher: z.literal('aes-256-gcm'),
  nonce: base64Of(12),
  wrappedKey: base64Of(48),
  sum: z.string(),
});

/** A recovery file with a valid checksum. */
export type RecoveryFile = z.infer<typeof fileSchema>;

/** Returns all authenticated fields in a fixed order: everything but the wrapped key and the checksum. */
function boundText(file: Omit<RecoveryFile, 'wrappedKey' | 'sum'>): string {
  const { libraryId, savedAt, derivation, cipher, nonce } = file;
  const { n, r, p, salt } = derivation;
  return JSON.stringify([
    format,
    version,
    libraryId,
    savedAt,
    derivation.function,
    n,
    r,
    p,
    salt,
    cipher,
    nonce,
  ]);
}

const checksumOf = (bound: string, wrappedKey: string) =>
  createHash('sha256').update(`${bound}\n${wrappedKey}`).digest('hex');

/** Derives a key from a passphrase; the caller wipes it. */
function derive(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      normalizePassphrase(passphrase),
      Buffer.from(salt, 'base64'),
      32,
      { N: work.n, r: work.r, p: work.p, maxmem: maxMemoryBytes },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

/** Returns the text of a recovery file. `now` is in milliseconds since 1970. */
export async function wrapKey(master: MasterKey, passphrase: string, now: number): Promise<string> {
  const salt = randomBytes(16).toString('base64');
  const nonce = randomBytes(12);
  const head = {
    format,
    version,
    libraryId: master.libraryId,
    savedAt: new Date(now).toISOString(),
    derivation: { function: 'scrypt', ...work, salt },
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
  } as const;
  const bound = boundText(head);
  const key = await derive(passphrase, salt);
  const wrappedKey = encrypt(key, nonce, Buffer.from(bound), master.key).toString('base64');
  key.fill(0);
  return `${JSON.stringify({ ...head, wrappedKey, sum: checksumOf(bound, wrappedKey) }, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(0, maxTextLength));
  } catch {
    return null;
  }
}

/** Parses a recovery file without decrypting it. Throws `recovery-file-damaged` or `recovery-file-newer`. */
export function readRecoveryFile(text: string): RecoveryFile {
  const json = parseJson(text);
  const header = versionSchema.safeParse(json);
  if (header.success && header.data.version > version) {
    throw new PaydeskError('recovery-file-newer', 'A newer Paydesk wrote this recovery file');
  }
  const file = fileSchema.safeParse(json);
  if (!file.success || file.data.sum !== checksumOf(boundText(file.data), file.data.wrappedKey)) {
    throw new PaydeskError('recovery-file-damaged', 'This is no recovery file, or not as it was written');
  }
  return file.data;
}

/** Decrypts the key in a recovery file. Throws `recovery-passphrase-wrong`. */
export async function unwrapKey(file: RecoveryFile, passphrase: string): Promise<MasterKey> {
  const key = await derive(passphrase, file.derivation.salt);
  const nonce = Buffer.from(file.nonce, 'base64');
  const bound = Buffer.from(boundText(file));
  const opened = decrypt(key, nonce, bound, Buffer.from(file.wrappedKey, 'base64'));
  key.fill(0);
  if (opened === null) throw new PaydeskError('recovery-passphrase-wrong', 'The passphrase does not open it');
  return { libraryId: file.libraryId, key: opened };
}
