import { expect, test } from 'vitest';
import {
  reasonAt,
  reasonOfSystemError,
  waitsForFile,
} from '../../../../src/main/features/documents/intake/reasons.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test.each([
  ['ENOENT', 'file-missing', true],
  ['EBUSY', 'file-locked', true],
  ['EHOSTDOWN', 'drive-away', true],
  ['UNKNOWN', 'cloud-only', true],
  ['EACCES', 'unreadable', false],
  ['ELOOP', 'link-loop', false],
])('the system error %s means %s', (system, code, waits) => {
  const reason = reasonOfSystemError(systemError(system));
  expect(reason.code).toBe(code);
  expect(waitsForFile(reason)).toBe(waits);
});

test('a file that is missing together with its drive waits for the drive', async () => {
  const missing = systemError('ENOENT');
  expect(await reasonAt('/Volumes/Not connected/a.pdf', missing)).toEqual({
    code: 'drive-away',
    facts: {},
  });
  expect(await reasonAt('/nowhere/a.pdf', missing)).toEqual({ code: 'file-missing', facts: {} });
  expect(await reasonAt('/Volumes/Not connected/a.pdf', systemError('EBUSY'))).toMatchObject({
    code: 'file-locked',
  });
});
