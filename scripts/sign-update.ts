/**
 * @file Writes the metadata of an update feed: `update.json`, the manifest signed with Ed25519, and `latest.yml` and
 * `latest-mac.yml` for the updater. The private key (PKCS #8, PEM) is read only from `PAYDESK_UPDATE_SIGNING_KEY`. It
 * must match `PAYDESK_UPDATE_KEY`, with which the released program verifies the next update.
 *
 * Usage: node scripts/sign-update.ts --version=1.3.0 --minimum=1.2.0 --changelog=FILE [--valid-days=90]
 * --out=update.json INSTALLER…
 */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  compareVersions,
  type Manifest,
  manifestSchema,
  readManifest,
  readUpdateKey,
  signedPrefix,
} from '../src/main/platform/updates/manifest.ts';
import { releaseNotes } from './changelog.ts';
import { updateDescriptions } from './update-descriptions.ts';

/** Name of the variable with the private key. */
export const signingKeyVariable = 'PAYDESK_UPDATE_SIGNING_KEY';

/** Default and maximum validity of a manifest, in days. */
const defaultValidDays = 90;
const maxValidDays = 365;

/** Returns the expiry of a manifest that is signed now. */
function computeExpiry(validDays: string, now: number): string {
  const days = Number(validDays);
  if (!Number.isInteger(days) || days < 1 || days > maxValidDays) {
    throw new Error(`--valid-days is not a whole number from 1 to ${maxValidDays}`);
  }
  return new Date(now + days * 24 * 60 * 60_000).toISOString();
}

/** Returns the SHA-512 of a file in Base64; streams it. */
async function computeSha512(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}

/** Creates the manifest of a version. Throws for a duplicate name, or when the program would reject the manifest. */
async function manifestOf(
  about: Pick<Manifest, 'version' | 'minimum' | 'notes' | 'expiresAt'>,
  paths: readonly string[],
): Promise<Manifest> {
  if (paths.length === 0) throw new Error('No installer was named');
  if (compareVersions(about.minimum, about.version) > 0) {
    throw new Error('The oldest safe version is newer than the version itself');
  }
  const files: Record<string, string> = {};
  for (const path of paths) {
    const name = basename(path);
    if (files[name] !== undefined) throw new Error(`Two files are called ${name}`);
    files[name] = await computeSha512(path);
  }
  return manifestSchema.parse({ ...about, files });
}

/** Returns the text of `update.json`, after verifying it as the program does. */
function signManifest(manifest: Manifest, privateKey: KeyObject, updateKey: KeyObject): string {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('The signing key is not of Ed25519');
  const bytes = Buffer.from(JSON.stringify(manifest));
  const signature = sign(null, Buffer.concat([Buffer.from(signedPrefix), bytes]), privateKey);
  const envelope = { manifest: bytes.toString('base64'), signature: signature.toString('base64') };
  const text = `${JSON.stringify(envelope)}\n`;
  readManifest(text, updateKey);
  return text;
}

/**
 * Runs the tool at `now` (milliseconds since 1970); returns a summary in one line. Throws with a message for the user.
 */
export async function signUpdate(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  now = Date.now(),
): Promise<string> {
  const stringOption = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      version: stringOption,
      minimum: stringOption,
      changelog: stringOption,
      'valid-days': { type: 'string', default: String(defaultValidDays) },
      out: { type: 'string', default: 'update.json' },
    },
    allowPositionals: true,
  });
  const { version, minimum, changelog, out } = values;
  const expiresAt = computeExpiry(values['valid-days'], now);
  const [privateKey, updateKey] = [signingKeyVariable, 'PAYDESK_UPDATE_KEY'].map((name) => {
    const value = environment[name] ?? '';
    if (value === '') throw new Error(`${name} is missing`);
    return value;
  });
  if (changelog === '') throw new Error('--changelog names no file');
  const notes = releaseNotes(await readFile(changelog, 'utf8'), version);
  const manifest = await manifestOf({ version, minimum, notes, expiresAt }, positionals);
  const signedManifest = signManifest(
    manifest,
    createPrivateKey(privateKey ?? ''),
    readUpdateKey(updateKey ?? ''),
  );
  const releasedFiles = positionals.map(async (path) => {
    const name = basename(path);
    return { name, sha512: manifest.files[name] ?? '', size: (await stat(path)).size };
  });
  const descriptions = updateDescriptions(version, await Promise.all(releasedFiles));
  for (const [name, description] of descriptions) await writeFile(join(dirname(out), name), description);
  await writeFile(out, signedManifest);
  const writtenFiles = [out, ...descriptions.keys()].join(', ');
  return `${writtenFiles}: ${version}, safe from ${minimum}, valid until ${expiresAt}, ${Object.keys(manifest.files).join(', ')}`;
}

if (import.meta.main) {
  try {
    console.log(await signUpdate(process.argv.slice(2), process.env));
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
