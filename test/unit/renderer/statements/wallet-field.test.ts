import { expect, test } from 'vitest';
import {
  completeEntry,
  readWalletText,
  withoutPiece,
  withTyped,
} from '../../../../src/renderer/features/statements/requests/wallet-field-text.ts';
import { readWalletIds } from '../../../../src/renderer/features/statements/requests/wallet-ids.ts';

test('readWalletText returns an entry as complete as soon as a separator follows it', () => {
  expect(readWalletText('')).toEqual({ pieces: [], typing: '' });
  expect(readWalletText('1001, 10')).toEqual({ pieces: ['1001'], typing: '10' });
  expect(readWalletText('1001; 1002\n1001 ')).toEqual({ pieces: ['1001', '1002'], typing: '' });
});

test('withTyped keeps the complete entries and replaces the incomplete entry', () => {
  const typed = withTyped('1001, 1', '1002');
  expect(readWalletText(typed)).toEqual({ pieces: ['1001'], typing: '1002' });
  expect(readWalletIds(typed).ids).toEqual([1001, 1002]);
  expect(readWalletText(withTyped(typed, '1002\r\n1003\t1001 '))).toEqual({
    pieces: ['1001', '1002', '1003'],
    typing: '',
  });
  expect(readWalletText(completeEntry(typed)).pieces).toEqual(['1001', '1002']);
  expect(completeEntry('1001, ')).toBe('1001, ');
});

test('withoutPiece removes an entry and keeps the text that is being typed', () => {
  expect(readWalletText(withoutPiece('1001, x7, 10', 'x7'))).toEqual({ pieces: ['1001'], typing: '10' });
});
