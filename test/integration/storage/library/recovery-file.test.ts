import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MasterKey } from '../../../../src/main/storage/library/master-key.ts';
import { readRecoveryFile, unwrapKey, wrapKey } from '../../../../src/main/storage/library/recovery-file.ts';
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
const earlierText = `${JSON.stringify(earlierFile, null, 2)}\n`;

/** Reads the recovery file and unwraps its key. */
async function unwrap(file: string, typedPassphrase = passphrase) {
  const { libraryId, key } = await unwrapKey(readRecoveryFile(file), typedPassphrase);
  return { libraryId, key: Buffer.from(key) };
}

describe('a recovery file', () => {
  test('of an earlier version is opened in decomposed Unicode form with the spaces and line end of a paste', async () => {
    const typed = ` ${passphrase.normalize('NFD')}\n`;
    expect(typed.trim()).not.toBe(passphrase);
    expect(await unwrap(earlierText, typed)).toEqual(master);
  });

  test('is opened by its passphrase, states its derivation and cipher, contains neither key nor passphrase, and differs every time', async () => {
    const recoveryFile = await wrapKey(master, passphrase, Date.UTC(2026, 10, 21));
    expect(await unwrap(recoveryFile)).toEqual(master);
    const { derivation, nonce, wrappedKey, sum, ...metadata } = readRecoveryFile(recoveryFile);
    const { salt, ...workFactor } = derivation;
    expect(metadata).toEqual({
      format: 'paydesk-library-recovery',
      version: 1,
      libraryId: master.libraryId,
      savedAt: '2026-11-21T00:00:00.000Z',
      cipher: 'aes-256-gcm',
    });
    expect(workFactor).toEqual({ function: 'scrypt', n: 131_072, r: 8, p: 1 });
    const key = Buffer.from(master.key);
    const encodedKeys = (['hex', 'base64', 'base64url'] as const).map((encoding) => key.toString(encoding));
    for (const secret of [...encodedKeys, passphrase]) expect(recoveryFile).not.toContain(secret);
    expect(salt).not.toBe(earlierFile.derivation.salt);
    expect(nonce).not.toBe(earlierFile.nonce);
    expect(wrappedKey).not.toBe(earlierFile.wrappedKey);
    expect(sum).not.toBe(earlierFile.sum);
  });
});

describe('an altered recovery file', () => {
  const alterFile = (changes: Readonly<Record<string, unknown>>) =>
    JSON.stringify({ ...earlierFile, ...changes });
  const { derivation } = earlierFile;

  test.each([
    ['an empty file', ''],
    ['another file', 'beneficiary;iban\n'],
    ['a truncated file', earlierText.slice(0, -20)],
    ['another identifier', alterFile({ libraryId: '00000000-0000-4000-8000-000000000000' })],
    ['a lower work factor', alterFile({ derivation: { ...derivation, n: 2 } })],
    ['a work factor that needs too much memory', alterFile({ derivation: { ...derivation, n: 2 ** 30 } })],
    ['another salt', alterFile({ derivation: { ...derivation, salt: Buffer.alloc(16).toString('base64') } })],
    ['another key', alterFile({ wrappedKey: Buffer.alloc(48).toString('base64') })],
    ['a file that is too large', `${' '.repeat(4096)}${earlierText}`],
    ['an additional field', alterFile({ hint: 'the usual one' })],
    ['another checksum', alterFile({ sum: '0'.repeat(64) })],
  ])('is reported as damaged when it is %s', (_, file) => {
    expect(() => readRecoveryFile(file)).toThrow(expect.objectContaining({ code: 'recovery-file-damaged' }));
  });

  test('is reported as newer when its version is newer', () => {
    expect(() => readRecoveryFile(alterFile({ version: 2, more: true }))).toThrow(
      expect.objectContaining({ code: 'recovery-file-newer' }),
    );
  });

  test('does not open when its checksum was recomputed to match', async () => {
    const day = '2020-01-01T00:00:00.000Z';
    const { libraryId, derivation: stated, cipher, nonce, wrappedKey } = readRecoveryFile(earlierText);
    const { function: name, n, r, p, salt } = stated;
    const authenticatedFields = [earlierFile.format, 1, libraryId, day, name, n, r, p, salt, cipher, nonce];
    const sum = createHash('sha256')
      .update(`${JSON.stringify(authenticatedFields)}\n${wrappedKey}`)
      .digest('hex');
    const forgedFile = alterFile({ savedAt: day, sum });
    expect(readRecoveryFile(forgedFile).savedAt).toBe(day);
    expect(await codeOf(unwrap(forgedFile))).toBe('recovery-passphrase-wrong');
  });
});
