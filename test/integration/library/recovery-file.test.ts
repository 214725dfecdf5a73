import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newMasterKey } from '../../../src/main/library/master-key.ts';
import { readRecoveryFile, unwrapKey, wrapKey } from '../../../src/main/library/recovery-file.ts';
import { codeOf } from './support.ts';

const passphrase = 'otter Lampe Größe 7 kiln';
const master = newMasterKey('5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11');
const text = await wrapKey(master, passphrase, Date.UTC(2026, 10, 21));
const file: Readonly<Record<string, unknown>> = JSON.parse(text);

/** A file of version 1 as Paydesk wrote one before. */
const written = {
  format: 'paydesk-library-recovery',
  version: 1,
  libraryId: master.libraryId,
  savedAt: '2026-11-21T00:00:00.000Z',
  derivation: { function: 'scrypt', n: 131_072, r: 8, p: 1, salt: 'z2a2aQpzNjs03jJAur3HjQ==' },
  cipher: 'aes-256-gcm',
  nonce: 'PU6s2/1uS7B/zQjj',
  wrappedKey: 'UBTJkv6j12M+6ILRvCjH99da24b8fmYsJXgiPcS8wPuSb63aHlQBY05kNnjXM1Ap',
  sum: '863cccf0ee918faf1447143051b50cc298948f13850b3b8f7b6b32ce7684be0f',
};

/** Reading and opening together, as one promise. */
const restored = async (of: string, using = passphrase) => unwrapKey(readRecoveryFile(of), using);

describe('a recovery file', () => {
  test('gives back the key to whoever has the passphrase', async () => {
    expect(await restored(text)).toEqual(master);
  });

  test('that was written before is opened: work, salt and what is bound are as they were', async () => {
    const { key, libraryId } = await restored(JSON.stringify(written));
    expect(libraryId).toBe(master.libraryId);
    expect(Buffer.from(key)).toEqual(Buffer.alloc(32, 9));
  });

  test.each([
    ['decomposed, as another keyboard types it', passphrase.normalize('NFD')],
    ['with the spaces and the line end of a paste', ` ${passphrase}\n`],
  ])('and to the same passphrase %s', async (_, typed) => {
    expect(typed).not.toBe(passphrase);
    expect(await restored(text, typed)).toEqual(master);
  });

  test('refuses every other passphrase', async () => {
    for (const wrong of ['', passphrase.toLowerCase(), `${passphrase}x`]) {
      expect(await codeOf(restored(text, wrong))).toBe('recovery-passphrase-wrong');
    }
  });

  test('says how it was made, and holds neither key nor passphrase in any form', () => {
    expect(file).toMatchObject({
      format: 'paydesk-library-recovery',
      version: 1,
      libraryId: master.libraryId,
      savedAt: '2026-11-21T00:00:00.000Z',
      derivation: { function: 'scrypt', n: 131_072, r: 8, p: 1 },
      cipher: 'aes-256-gcm',
    });
    const key = Buffer.from(master.key);
    const forms = (['hex', 'base64', 'base64url'] as const).map((form) => key.toString(form));
    for (const secret of [...forms, passphrase]) expect(text).not.toContain(secret);
  });

  test('differs every time, so that two say nothing about each other', async () => {
    const [one, other] = [text, await wrapKey(master, passphrase, 0)].map(readRecoveryFile);
    for (const name of ['nonce', 'wrappedKey'] as const) expect(other?.[name]).not.toBe(one?.[name]);
    expect(other?.derivation.salt).not.toBe(one?.derivation.salt);
  });
});

describe('what is not as it was written', () => {
  const altered = (changes: Readonly<Record<string, unknown>>) => JSON.stringify({ ...file, ...changes });
  const derivation = readRecoveryFile(text).derivation;

  test.each([
    ['nothing', ''],
    ['another file', 'beneficiary;iban\n'],
    ['other JSON', '{"version":1}'],
    ['cut off', text.slice(0, -20)],
    ['another identifier', altered({ libraryId: '00000000-0000-4000-8000-000000000000' })],
    ['another day', altered({ savedAt: '2025-11-21T00:00:00.000Z' })],
    ['less work', altered({ derivation: { ...derivation, n: 2 } })],
    ['all memory', altered({ derivation: { ...derivation, n: 2 ** 30 } })],
    ['another salt', altered({ derivation: { ...derivation, salt: Buffer.alloc(16).toString('base64') } })],
    ['another key', altered({ wrappedKey: Buffer.alloc(48).toString('base64') })],
    ['a short key', altered({ wrappedKey: Buffer.alloc(16).toString('base64') })],
    ['longer than any', `${' '.repeat(4096)}${text}`],
    ['something more', altered({ hint: 'the usual one' })],
    ['something more about its work', altered({ derivation: { ...derivation, hint: 'little' } })],
    ['another sum', altered({ sum: '0'.repeat(64) })],
    ['another format that is newer', altered({ format: 'another', version: 2 })],
  ])('is damaged: %s', (_, of) => {
    expect(() => readRecoveryFile(of)).toThrow(expect.objectContaining({ code: 'recovery-file-damaged' }));
  });

  test('is newer', () => {
    expect(() => readRecoveryFile(altered({ version: 2, more: true }))).toThrow(
      expect.objectContaining({ code: 'recovery-file-newer' }),
    );
  });

  test('does not open either when somebody has made its sum fit', async () => {
    const day = '2020-01-01T00:00:00.000Z';
    const { libraryId, derivation: of, cipher, nonce, wrappedKey } = readRecoveryFile(text);
    const bound = [file['format'], 1, libraryId, day, of.function, of.n, of.r, of.p, of.salt, cipher, nonce];
    const sum = createHash('sha256')
      .update(`${JSON.stringify(bound)}\n${wrappedKey}`)
      .digest('hex');
    const forged = altered({ savedAt: day, sum });
    expect(readRecoveryFile(forged).savedAt).toBe(day);
    expect(await codeOf(restored(forged))).toBe('recovery-passphrase-wrong');
  });
});
