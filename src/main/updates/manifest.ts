/**
 * @file The signed manifest of an update. The version and files in it are authoritative; the feed must agree with them.
 * It is signed with Ed25519 over {@link signedPrefix} and the bytes of the manifest.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** Prefix of the signed bytes, so that signatures made for other purposes are invalid here. */
export const signedPrefix = 'paydesk-update-manifest-1\n';

const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** The manifest of an offered version. */
export const manifestSchema = z.strictObject({
  version: versionSchema,
  /** The oldest version that is still safe to use. */
  minimum: versionSchema,
  /** SHA-512 of every file, Base64, by name. */
  files: z.record(z.string().regex(/^[\w.-]{1,200}$/), z.base64().length(88)),
  /** ISO 8601 UTC time at which the manifest expires, so that an attacker cannot hide newer versions forever. */
  expiresAt: z.iso.datetime(),
  /** Release notes as plain text. */
  notes: z.string().max(20_000),
});

export type Manifest = z.infer<typeof manifestSchema>;

const envelopeSchema = z.strictObject({ manifest: z.base64().max(200_000), signature: z.base64().max(200) });

/** The offered update is not signed, or not as described by the manifest. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** The signed manifest has expired. */
export class Expired extends Error {
  override readonly name = 'Expired';
}

/** Throws {@link Expired} when a manifest has expired; `now` is in milliseconds since 1970. */
export function requireCurrent({ expiresAt }: Manifest, now: number): void {
  if (now >= Date.parse(expiresAt)) throw new Expired(`The manifest was valid until ${expiresAt}`);
}

/** Reads a public key from its 32 raw bytes in Base64. */
export function readUpdateKey(base64: string): KeyObject {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== 32) throw new Untrusted('The update key has another length');
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

/** Reads `update.json`. Throws {@link Untrusted} for anything but a manifest signed with `key`. */
export function readManifest(text: string, key: KeyObject): Manifest {
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) throw new Untrusted('The manifest has another form');
  const bytes = Buffer.from(envelope.data.manifest, 'base64');
  const signedBytes = Buffer.concat([Buffer.from(signedPrefix), bytes]);
  if (!verify(null, signedBytes, key, Buffer.from(envelope.data.signature, 'base64'))) {
    throw new Untrusted('The signature does not fit the manifest');
  }
  const manifest = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!manifest.success) throw new Untrusted('The manifest has another form');
  return manifest.data;
}

/** Returns a negative number when `one` is older than `other`. Only the first three numbers count. */
export function compareVersions(version: string, otherVersion: string): number {
  const numbers = (version: string) => version.split(/[.+-]/, 3).map(Number);
  const [left, right] = [numbers(version), numbers(otherVersion)];
  const differingIndex = [0, 1, 2].find((index) => left[index] !== right[index]);
  return differingIndex === undefined ? 0 : (left[differingIndex] ?? 0) - (right[differingIndex] ?? 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
