import { describe, expect, test } from 'vitest';
import {
  assignmentOf,
  type FolderChoices,
  folderLines,
  isOpen,
  lastName,
} from '../../../../src/renderer/features/documents/folder-choices.ts';
import { ahlstrom } from './batches.ts';

const folders = [
  { folder: 'KW46/Ahlström', documents: 5, match: ahlstrom, matches: 1 },
  { folder: 'KW46/Meyer', documents: 2, match: null, matches: 2 },
  { folder: 'KW46/Neu', documents: 1, match: null, matches: 0 },
];
const nothing: FolderChoices = new Map();

describe('the beneficiary of a folder', () => {
  test('is the one with its name, if there is exactly one', () => {
    expect(folderLines(folders, nothing).map(({ origin }) => origin)).toEqual(['name', 'ambiguous', 'none']);
    expect(folderLines(folders, nothing).map(isOpen)).toEqual([false, true, true]);
  });

  test("is the clerk's choice before the one with its name", () => {
    const choices: FolderChoices = new Map([
      ['KW46/Ahlström', null],
      ['KW46/Meyer', ahlstrom],
    ]);
    const lines = folderLines(folders, choices);
    expect(lines.map(({ origin }) => origin)).toEqual(['left', 'clerk', 'none']);
    expect(assignmentOf(lines)).toEqual({
      documents: 2,
      beneficiaries: 1,
      folders: [{ folder: 'KW46/Meyer', beneficiaryId: ahlstrom.id }],
    });
  });

  test('is counted once for two folders', () => {
    const both = folderLines(folders, new Map([['KW46/Neu', ahlstrom]]));
    expect(assignmentOf(both)).toMatchObject({ documents: 6, beneficiaries: 1 });
  });

  test('has as its suggested label the innermost folder when it is new', () => {
    expect(lastName('KW46/Neu & Söhne')).toBe('Neu & Söhne');
    expect(lastName('Neu')).toBe('Neu');
  });
});
