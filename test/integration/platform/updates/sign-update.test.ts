/** @file The tool that signs updates, and the program that accepts only its signatures. */
import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { signingKeyVariable, signUpdate } from '../../../../scripts/sign-update.ts';
import {
  ExpiredManifestError,
  readManifest,
  readUpdateKey,
  requireUnexpired,
  UntrustedUpdateError,
} from '../../../../src/main/platform/updates/manifest.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { root } from '../../../unit/layers/imports.ts';

const keys = generateKeyPairSync('ed25519');
const privatePem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rawKey = (keyPair: typeof keys) =>
  Buffer.from(keyPair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const publicKey = (keyPair: typeof keys) => readUpdateKey(rawKey(keyPair));
const environment = { [signingKeyVariable]: privatePem, PAYDESK_UPDATE_KEY: rawKey(keys) };
const installer = Buffer.from(`MZ${'installer '.repeat(2_000)}`);
const name = 'paydesk-1.3.0-win-x64-setup.exe';

/** Writes the files of a release and returns the arguments of the signing tool. */
async function createRelease(changes: Readonly<Record<string, string>> = {}) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const pathOf = (file: string) => join(path, file);
  await writeFile(pathOf(name), installer);
  await writeFile(
    pathOf('CHANGELOG.md'),
    ['1.3.0-beta', '1.3.0'].map((version) => `## [${version}]\n\n- Faster statements.\n`).join('\n'),
  );
  const options = {
    version: '1.3.0',
    minimum: '1.1.0',
    changelog: pathOf('CHANGELOG.md'),
    out: pathOf('update.json'),
    ...changes,
  };
  const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  return { path, pathOf, args: [...args, pathOf(name)] };
}

test('the program accepts an update signed by the tool with the command of a release', async () => {
  const { args, pathOf } = await createRelease();
  const tool = join(root, 'scripts/sign-update.ts');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [tool, ...args], {
    env: { ...process.env, ...environment },
  });
  expect(stdout).toContain(name);
  const signedFile = await readFile(pathOf('update.json'), 'utf8');
  expect(readManifest(signedFile, publicKey(keys))).toEqual({
    version: '1.3.0',
    minimum: '1.1.0',
    notes: '• Faster statements.',
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    files: { [name]: createHash('sha512').update(installer).digest('base64') },
  });
  const secret = privatePem.split('\n')[1] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  expect(signedFile + stdout + stderr).not.toContain(secret);
});

test.each([
  [undefined, '2026-05-31T08:00:00.000Z'],
  ['1', '2026-03-03T08:00:00.000Z'],
  ['365', '2027-03-02T08:00:00.000Z'],
])('an update signed with --valid-days=%s expires at %s', async (days, expiresAt) => {
  const { args, pathOf } = await createRelease(days === undefined ? {} : { 'valid-days': days });
  const output = await signUpdate(args, environment, Date.parse('2026-03-02T08:00:00.000Z'));
  expect(output).toContain(expiresAt);
  const manifest = readManifest(await readFile(pathOf('update.json'), 'utf8'), publicKey(keys));
  expect(manifest.expiresAt).toBe(expiresAt);
  expect(() => requireUnexpired(manifest, Date.parse(expiresAt) - 1)).not.toThrow();
  expect(() => requireUnexpired(manifest, Date.parse(expiresAt))).toThrow(ExpiredManifestError);
});

test('the update description of each system lists the files of that system and the file to install', async () => {
  const { args, pathOf } = await createRelease();
  const mac = { image: 'paydesk-1.3.0-mac-universal.dmg', archive: 'paydesk-1.3.0-mac-universal.zip' };
  for (const file of Object.values(mac)) await writeFile(pathOf(file), file);
  await signUpdate([...args, pathOf(mac.image), pathOf(mac.archive)], environment);
  const { files } = readManifest(await readFile(pathOf('update.json'), 'utf8'), publicKey(keys));
  const readDescription = async (file: string) => parse(await readFile(pathOf(file), 'utf8'));
  const describeFile = (file: string, size: number) => ({ url: file, sha512: files[file], size });
  expect(await readDescription('latest.yml')).toEqual({
    version: '1.3.0',
    files: [describeFile(name, installer.length)],
    path: name,
    sha512: files[name],
  });
  expect(await readDescription('latest-mac.yml')).toMatchObject({
    version: '1.3.0',
    files: [describeFile(mac.archive, mac.archive.length), describeFile(mac.image, mac.image.length)],
    path: mac.archive,
  });
});

test('the program refuses an update that was altered or signed by another key', async () => {
  const { args, pathOf } = await createRelease();
  await signUpdate(args, environment);
  const signedFile = await readFile(pathOf('update.json'), 'utf8');
  const envelope: { manifest: string; signature: string } = JSON.parse(signedFile);
  const manifest = Buffer.from(envelope.manifest, 'base64').toString('utf8');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const alterations = [
    { ...envelope, manifest: base64(manifest.replace('1.3.0', '1.4.0')) },
    { ...envelope, manifest: base64(manifest.replace('1.1.0', '1.0.0')) },
    { ...envelope, manifest: base64(manifest.replace(/"expiresAt":"20/, '"expiresAt":"21')) },
    { ...envelope, manifest: base64(`${manifest} `) },
    { ...envelope, signature: Buffer.alloc(64).toString('base64') },
    { manifest: envelope.manifest },
  ];
  for (const altered of alterations) {
    expect(() => readManifest(JSON.stringify(altered), publicKey(keys))).toThrow(UntrustedUpdateError);
  }
  expect(() => readManifest(signedFile, publicKey(generateKeyPairSync('ed25519')))).toThrow(
    UntrustedUpdateError,
  );
});

const otherKey = rawKey(generateKeyPairSync('ed25519'));
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

test.each([
  ['no key', {}, { [signingKeyVariable]: undefined }, signingKeyVariable],
  ['a key that the programs of the release do not accept', {}, { PAYDESK_UPDATE_KEY: otherKey }, 'signature'],
  ['no public key to compare with', {}, { PAYDESK_UPDATE_KEY: '' }, 'PAYDESK_UPDATE_KEY'],
  ['a key of another kind', {}, { [signingKeyVariable]: ecKey }, 'Ed25519'],
  ['a version that the program cannot read', { version: '1.3.0-beta' }, {}, 'version'],
  ['a minimum above the version', { minimum: '1.3.1' }, {}, 'newer'],
  ['a validity of zero days', { 'valid-days': '0' }, {}, 'valid-days'],
  ['a validity of more than a year', { 'valid-days': '366' }, {}, 'valid-days'],
  ['no changelog', { changelog: '' }, {}, 'changelog'],
  ['a version without a section in the changelog', { version: '1.2.0' }, {}, 'no section for version 1.2.0'],
])('the tool writes nothing with %s', async (_, changes, environmentChanges, message) => {
  const { args, path } = await createRelease(changes);
  await expect(signUpdate(args, { ...environment, ...environmentChanges })).rejects.toThrow(message);
  expect((await readdir(path)).sort()).toEqual(['CHANGELOG.md', name].sort());
});
