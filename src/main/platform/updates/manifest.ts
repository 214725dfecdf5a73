/**
 * @file The signed manifest of an update. Its version and files are authoritative; the feed must agree with them. The
 * Ed25519 signature covers {@link signedPrefix} and the bytes of the manifest.
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
export class UntrustedUpdateError extends Error {
  override readonly name = 'Untrusted';
}

/** The signed manifest has expired. */
export class ExpiredManifestError extends Error {
  override readonly name = 'Expired';
}

/** Throws {@link ExpiredManifestError} when a manifest has expired; `now` is in milliseconds since 1970. */
export function requireUnexpired({ expiresAt }: Manifest, now: number): void {
  if (now >= Date.parse(expiresAt))
    throw new ExpiredManifestError(`The manifest was valid until ${expiresAt}`);
}

/** Reads a public key from its 32 raw bytes in Base64. */
export function readUpdateKey(base64: string): KeyObject {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== 32) throw new UntrustedUpdateError('The update key must have 32 bytes');
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

/** Reads `update.json`. Throws {@link UntrustedUpdateError} for anything but a manifest signed with `key`. */
export function readManifest(text: string, key: KeyObject): Manifest {
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) throw new UntrustedUpdateError('The manifest has an unknown format');
  const bytes = Buffer.from(envelope.data.manifest, 'base64');
  const signedBytes = Buffer.concat([Buffer.from(signedPrefix), bytes]);
  if (!verify(null, signedBytes, key, Buffer.from(envelope.data.signature, 'base64'))) {
    throw new UntrustedUpdateError('The signature does not fit the manifest');
  }
  const manifest = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!manifest.success) throw new UntrustedUpdateError('The manifest has an unknown format');
  return manifest.data;
}

/**
 * Returns a negative number when `version` is older than `otherVersion`. Only the first three numbers of the versions
 * are compared.
 */
export function compareVersions(version: string, otherVersion: string): number {
  const parseNumbers = (version: string) => version.split(/[.+-]/, 3).map(Number);
  const [numbersOfVersion, numbersOfOther] = [parseNumbers(version), parseNumbers(otherVersion)];
  const differingIndex = [0, 1, 2].find((index) => numbersOfVersion[index] !== numbersOfOther[index]);
  return differingIndex === undefined
    ? 0
    : (numbersOfVersion[differingIndex] ?? 0) - (numbersOfOther[differingIndex] ?? 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
