import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type MasterKey, newMasterKey } from '../../../src/main/library/master-key.ts';
import { readRecoveryFile, unwrapKey, wrapKey } from '../../../src/main/library/recovery-file.ts';
import { codeOf } from './support.ts';

const passphrase = 'otter Lampe Größe 7 kiln';
const master: MasterKey = { libraryId: '5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11', key: Buffer.alloc(32, 9) };

/** A file of version 1 as Paydesk wrote one before, with that key and that passphrase. */
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
const text = `${JSON.stringify(written, null, 2)}\n`;

/** Reading and opening together, as one promise. */
async function restored(of: string, using = passphrase) {
  const { libraryId, key } = await unwrapKey(readRecoveryFile(of), using);
  return { libraryId, key: Buffer.from(key) };
}

describe('a recovery file', () => {
  test('that was written before is opened: work, salt and what is bound are as they were', async () => {
    expect(await restored(text)).toEqual(master);
  });

  test('gives back the key to whoever has the passphrase', async () => {
    const other = newMasterKey(master.libraryId);
    const made = await wrapKey(other, passphrase, 0);
    expect(await restored(made)).toEqual({ ...other, key: Buffer.from(other.key) });
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

  test('says how it was made, holds neither key nor passphrase in any form, and differs every time', async () => {
    const made = await wrapKey(master, passphrase, Date.UTC(2026, 10, 21));
    const { derivation, nonce, wrappedKey, sum, ...rest } = readRecoveryFile(made);
    const { salt, ...work } = derivation;
    expect(rest).toEqual({
      format: 'paydesk-library-recovery',
      version: 1,
      libraryId: master.libraryId,
      savedAt: '2026-11-21T00:00:00.000Z',
      cipher: 'aes-256-gcm',
    });
    expect(work).toEqual({ function: 'scrypt', n: 131_072, r: 8, p: 1 });
    const key = Buffer.from(master.key);
    const forms = (['hex', 'base64', 'base64url'] as const).map((form) => key.toString(form));
    for (const secret of [...forms, passphrase]) expect(made).not.toContain(secret);
    expect(salt).not.toBe(written.derivation.salt);
    expect(nonce).not.toBe(written.nonce);
    expect(wrappedKey).not.toBe(written.wrappedKey);
    expect(sum).not.toBe(written.sum);
  });
});

describe('what is not as it was written', () => {
  const altered = (changes: Readonly<Record<string, unknown>>) => JSON.stringify({ ...written, ...changes });
  const { derivation } = written;

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
    const bound = [written.format, 1, libraryId, day, of.function, of.n, of.r, of.p, of.salt, cipher, nonce];
    const sum = createHash('sha256')
      .update(`${JSON.stringify(bound)}\n${wrappedKey}`)
      .digest('hex');
    const forged = altered({ savedAt: day, sum });
    expect(readRecoveryFile(forged).savedAt).toBe(day);
    expect(await codeOf(restored(forged))).toBe('recovery-passphrase-wrong');
  });
});
