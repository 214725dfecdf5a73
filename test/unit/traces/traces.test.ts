import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretsBelow, secretsIn } from '../../e2e/traces.ts';

const secrets = { key: 'canary/key+93ab"\\q=7%20ü~end-of-key', token: 'pct_sandbox_GRyt7gMYWfpFELbimMY0U' };

test.each([
  ['as it is', (secret: string) => `before ${secret} after`],
  ['in a URL', (secret: string) => `https://a.example/?k=${encodeURIComponent(secret)}&x=1`],
  ['in a form', (secret: string) => new URLSearchParams({ k: secret }).toString()],
  ['in JSON', (secret: string) => JSON.stringify({ a: `x${secret}y` })],
  ['in JSON in JSON', (secret: string) => JSON.stringify({ a: JSON.stringify({ b: secret }) })],
  ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
  ['in base64 after one byte', (secret: string) => Buffer.from(`:${secret}:`).toString('base64')],
  ['in base64 after two bytes', (secret: string) => Buffer.from(`a:${secret}:x`).toString('base64url')],
  ['in hexadecimal', (secret: string) => Buffer.from(`x${secret}`).toString('hex')],
])('a secret is found %s', (_encoding, encode) => {
  expect(secretsIn(encode(secrets.key), secrets)).toEqual(['key']);
  expect(secretsIn(encode(secrets.token), secrets)).toEqual(['token']);
});

test('a secret is found in UTF-16, and nothing is found in a text without a secret', () => {
  expect(secretsIn(Buffer.from(secrets.token, 'utf16le'), secrets)).toEqual(['token']);
  expect(secretsIn('pct_sandbox and canary/key', secrets)).toEqual([]);
});

test('the files with a secret are found among all files of a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-traces-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'clean.txt'), 'nothing');
  await writeFile(join(folder, 'log.bin'), Buffer.concat([Buffer.from([0, 255]), Buffer.from(secrets.key)]));
  expect(await secretsBelow(folder, secrets)).toEqual([`${join(folder, 'log.bin')}: key`]);
});
