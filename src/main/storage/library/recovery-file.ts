/**
 * @file The recovery file: the key of a library, wrapped with a passphrase. scrypt derives the wrapping key from the
 * passphrase; with N = 2^17, r = 8 and p = 1, each guess takes 128 MB and about half a second. AES-256-GCM encrypts the
 * library's key and authenticates all other fields of the file. A checksum distinguishes a damaged file from a wrong
 * passphrase.
 */
import { createHash, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { normalizePassphrase } from '../../../shared/model/session/passphrase.ts';
import type { MasterKey } from './master-key.ts';
import { decrypt, encrypt } from './seal.ts';

const format = 'paydesk-library-recovery';
const version = 1;
/** Parameters of scrypt. They are fixed in version 1, so that a file cannot demand less work or more memory. */
const scryptParameters = { n: 131_072, r: 8, p: 1 } as const;
/** Memory limit of scrypt, in bytes; it needs a little more than 128 · N · r. */
const maxMemoryBytes = 160 * 1024 * 1024;
/** Maximum length of a recovery file, in characters. */
const maxTextLength = 4096;

/** Schema of Base64 text for a number of bytes. */
const base64Schema = (bytes: number) => z.base64().length(Math.ceil(bytes / 3) * 4);

const versionSchema = z.object({ format: z.literal(format), version: z.number().int() });
const fileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  libraryId: z.uuid(),
  savedAt: z.iso.datetime(),
  derivation: z.strictObject({
    function: z.literal('scrypt'),
    n: z.literal(scryptParameters.n),
    r: z.literal(scryptParameters.r),
    p: z.literal(scryptParameters.p),
    salt: base64Schema(16),
  }),
  cipher: z.literal('aes-256-gcm'),
  nonce: base64Schema(12),
  wrappedKey: base64Schema(48),
  sum: z.string(),
});

/** A recovery file with a valid checksum. */
export type RecoveryFile = z.infer<typeof fileSchema>;

/** Returns all fields but the wrapped key and the checksum as text, in a fixed order. */
function serializeAuthenticatedFields(file: Omit<RecoveryFile, 'wrappedKey' | 'sum'>): string {
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

const computeChecksum = (authenticatedText: string, wrappedKey: string) =>
  createHash('sha256').update(`${authenticatedText}\n${wrappedKey}`).digest('hex');

/** Derives a wrapping key from a passphrase; the caller overwrites the key after use. */
function deriveWrappingKey(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      normalizePassphrase(passphrase),
      Buffer.from(salt, 'base64'),
      32,
      { N: scryptParameters.n, r: scryptParameters.r, p: scryptParameters.p, maxmem: maxMemoryBytes },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

/** Returns the text of a recovery file for a library's key. `now` is in milliseconds since 1970. */
export async function wrapKey(master: MasterKey, passphrase: string, now: number): Promise<string> {
  const salt = randomBytes(16).toString('base64');
  const nonce = randomBytes(12);
  const fieldsWithoutKey = {
    format,
    version,
    libraryId: master.libraryId,
    savedAt: new Date(now).toISOString(),
    derivation: { function: 'scrypt', ...scryptParameters, salt },
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
  } as const;
  const authenticatedText = serializeAuthenticatedFields(fieldsWithoutKey);
  const wrappingKey = await deriveWrappingKey(passphrase, salt);
  const wrappedKey = encrypt(wrappingKey, nonce, Buffer.from(authenticatedText), master.key).toString(
    'base64',
  );
  wrappingKey.fill(0);
  return `${JSON.stringify({ ...fieldsWithoutKey, wrappedKey, sum: computeChecksum(authenticatedText, wrappedKey) }, null, 2)}\n`;
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
  const parsedVersion = versionSchema.safeParse(json);
  if (parsedVersion.success && parsedVersion.data.version > version) {
    throw new PaydeskError('recovery-file-newer', 'A newer Paydesk wrote this recovery file');
  }
  const file = fileSchema.safeParse(json);
  if (
    !file.success ||
    file.data.sum !== computeChecksum(serializeAuthenticatedFields(file.data), file.data.wrappedKey)
  ) {
    throw new PaydeskError('recovery-file-damaged', 'The file is not a recovery file, or it is damaged');
  }
  return file.data;
}

/** Decrypts the key in a recovery file. Throws `recovery-passphrase-wrong`. */
export async function unwrapKey(file: RecoveryFile, passphrase: string): Promise<MasterKey> {
  const wrappingKey = await deriveWrappingKey(passphrase, file.derivation.salt);
  const nonce = Buffer.from(file.nonce, 'base64');
  const authenticatedText = Buffer.from(serializeAuthenticatedFields(file));
  const libraryKey = decrypt(wrappingKey, nonce, authenticatedText, Buffer.from(file.wrappedKey, 'base64'));
  wrappingKey.fill(0);
  if (libraryKey === null)
    throw new PaydeskError('recovery-passphrase-wrong', 'The passphrase does not fit the recovery file');
  return { libraryId: file.libraryId, key: libraryKey };
}
