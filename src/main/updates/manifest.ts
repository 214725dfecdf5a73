/**
 * @file The signed manifest of an update. What it says about a version and its files counts; what the feed says beside
 * it must agree. It is signed with Ed25519 over {@link signedPrefix} and the manifest's own bytes.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** Comes before the manifest in what is signed, so that the signature of anything else is of no use here. */
export const signedPrefix = 'paydesk-update-manifest-1\n';

const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** A version that is offered. */
export const manifestSchema = z.strictObject({
  version: versionSchema,
  /** The oldest version that is still safe to use. */
  minimum: versionSchema,
  /** SHA-512 of every file, Base64, by name. */
  files: z.record(z.string().regex(/^[\w.-]{1,200}$/), z.base64().length(88)),
  /** From then on nothing is installed by this manifest: whoever holds newer ones back cannot do so for ever. */
  expiresAt: z.iso.datetime(),
  /** What is new, as plain text. */
  notes: z.string().max(20_000),
});

/** See {@link manifestSchema}. */
export type Manifest = z.infer<typeof manifestSchema>;

const envelopeSchema = z.strictObject({ manifest: z.base64().max(200_000), signature: z.base64().max(200) });

/** The feed offers what is not signed, or not like this. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** The manifest is signed, but its time is over. */
export class Expired extends Error {
  override readonly name = 'Expired';
}

/** Throws {@link Expired} from the end of a manifest's time on; `now` is in milliseconds since 1970. */
export function requireCurrent({ expiresAt }: Manifest, now: number): void {
  if (now >= Date.parse(expiresAt)) throw new Expired(`The manifest was valid until ${expiresAt}`);
}

/** The public key from its 32 raw bytes in Base64. */
export function readUpdateKey(base64: string): KeyObject {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== 32) throw new Untrusted('The update key has another length');
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

/** Reads `update.json`. Throws {@link Untrusted} for everything that is not a manifest signed with `key`. */
export function readManifest(text: string, key: KeyObject): Manifest {
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) throw new Untrusted('The manifest has another form');
  const bytes = Buffer.from(envelope.data.manifest, 'base64');
  const signed = Buffer.concat([Buffer.from(signedPrefix), bytes]);
  if (!verify(null, signed, key, Buffer.from(envelope.data.signature, 'base64'))) {
    throw new Untrusted('The signature does not fit the manifest');
  }
  const manifest = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!manifest.success) throw new Untrusted('The manifest has another form');
  return manifest.data;
}

/** Below 0 when `one` is older than `other`. Anything after the third number is left out. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split(/[.+-]/, 3).map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const place = [0, 1, 2].find((index) => left[index] !== right[index]);
  return place === undefined ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
