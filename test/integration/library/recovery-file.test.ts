import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateMasterKey, type MasterKey } from '../../../src/main/library/master-key.ts';
import { readRecoveryFile, unwrapKey, wrapKey } from '../../../src/main/library/recovery-file.ts';
import { codeOf } from './library-fixture.ts';

const passphrase = 'otter Lampe Größe 7 kiln';
const master: MasterKey = { libraryId: '5f8f1f1e-6a0e-4f0e-9a6d-0c5f2f1c7a11', key: Buffer.alloc(32, 9) };

/** A recovery file of version 1 written by an earlier Paydesk with this key and passphrase. */
const earlierFile = {
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
const text = `${JSON.stringify(earlierFile, null, 2)}\n`;

/** Reads the recovery file and unwraps its key. */
async function unwrap(of: string, using = passphrase) {
  const { libraryId, key } = await unwrapKey(readRecoveryFile(of), using);
  return { libraryId, key: Buffer.from(key) };
}

describe('a recovery file', () => {
  test('written by an earlier version is opened with its original work factor and salt', async () => {
    expect(await unwrap(text)).toEqual(master);
  });

  test('returns the key for the right passphrase', async () => {
    const other = generateMasterKey(master.libraryId);
    const made = await wrapKey(other, passphrase, 0);
    expect(await unwrap(made)).toEqual({ ...other, key: Buffer.from(other.key) });
  });

  test.each([
    ['in decomposed Unicode form', passphrase.normalize('NFD')],
    ['with the surrounding spaces and line end of a paste', ` ${passphrase}\n`],
  ])('accepts the same passphrase %s', async (_, typed) => {
    expect(typed).not.toBe(passphrase);
    expect(await unwrap(text, typed)).toEqual(master);
  });

  test('rejects every other passphrase', async () => {
    for (const wrong of ['', passphrase.toLowerCase(), `${passphrase}x`]) {
      expect(await codeOf(unwrap(text, wrong))).toBe('recovery-passphrase-wrong');
    }
  });

  test('states how it was made, contains neither key nor passphrase, and differs every time', async () => {
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
    expect(salt).not.toBe(earlierFile.derivation.salt);
    expect(nonce).not.toBe(earlierFile.nonce);
    expect(wrappedKey).not.toBe(earlierFile.wrappedKey);
    expect(sum).not.toBe(earlierFile.sum);
  });
});

describe('an altered recovery file', () => {
  const altered = (changes: Readonly<Record<string, unknown>>) =>
    JSON.stringify({ ...earlierFile, ...changes });
  const { derivation } = earlierFile;

  test.each([
    ['an empty file', ''],
    ['another file', 'beneficiary;iban\n'],
    ['other JSON', '{"version":1}'],
    ['a truncated file', text.slice(0, -20)],
    ['another identifier', altered({ libraryId: '00000000-0000-4000-8000-000000000000' })],
    ['another day', altered({ savedAt: '2025-11-21T00:00:00.000Z' })],
    ['a lower work factor', altered({ derivation: { ...derivation, n: 2 } })],
    ['a work factor that needs too much memory', altered({ derivation: { ...derivation, n: 2 ** 30 } })],
    ['another salt', altered({ derivation: { ...derivation, salt: Buffer.alloc(16).toString('base64') } })],
    ['another key', altered({ wrappedKey: Buffer.alloc(48).toString('base64') })],
    ['a short key', altered({ wrappedKey: Buffer.alloc(16).toString('base64') })],
    ['a file that is too large', `${' '.repeat(4096)}${text}`],
    ['an additional field', altered({ hint: 'the usual one' })],
    ['an additional field of its derivation', altered({ derivation: { ...derivation, hint: 'little' } })],
    ['another checksum', altered({ sum: '0'.repeat(64) })],
    ['another format with a newer version', altered({ format: 'another', version: 2 })],
  ])('is reported as damaged: %s', (_, of) => {
    expect(() => readRecoveryFile(of)).toThrow(expect.objectContaining({ code: 'recovery-file-damaged' }));
  });

  test('is reported as newer when its version is', () => {
    expect(() => readRecoveryFile(altered({ version: 2, more: true }))).toThrow(
      expect.objectContaining({ code: 'recovery-file-newer' }),
    );
  });

  test('does not open when its checksum was recomputed to match', async () => {
    const day = '2020-01-01T00:00:00.000Z';
    const { libraryId, derivation: of, cipher, nonce, wrappedKey } = readRecoveryFile(text);
    const bound = [
      earlierFile.format,
      1,
      libraryId,
      day,
      of.function,
      of.n,
      of.r,
      of.p,
      of.salt,
      cipher,
      nonce,
    ];
    const sum = createHash('sha256')
      .update(`${JSON.stringify(bound)}\n${wrappedKey}`)
      .digest('hex');
    const forged = altered({ savedAt: day, sum });
    expect(readRecoveryFile(forged).savedAt).toBe(day);
    expect(await codeOf(unwrap(forged))).toBe('recovery-passphrase-wrong');
  });
});
