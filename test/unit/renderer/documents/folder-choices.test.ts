import { describe, expect, test } from 'vitest';
import {
  assignmentOf,
  type FolderChoices,
  folderLines,
  isUndecided,
  lastPathSegment,
} from '../../../../src/renderer/features/documents/folder-choices.ts';
import { ahlstrom } from './batches.ts';

const folders = [
  { folder: 'KW46/Ahlström', documents: 5, match: ahlstrom, matches: 1 },
  { folder: 'KW46/Meyer', documents: 2, match: null, matches: 2 },
  { folder: 'KW46/Neu', documents: 1, match: null, matches: 0 },
];
const noChoices: FolderChoices = new Map();

describe('the beneficiary of a folder', () => {
  test('is the beneficiary with the name of the folder, if exactly one has that name', () => {
    expect(folderLines(folders, noChoices).map(({ origin }) => origin)).toEqual([
      'name',
      'ambiguous',
      'none',
    ]);
    expect(folderLines(folders, noChoices).map(isUndecided)).toEqual([false, true, true]);
  });

  test("is the clerk's choice, even when a beneficiary has the name of the folder", () => {
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

  test('is counted once when two folders have the same beneficiary', () => {
    const lines = folderLines(folders, new Map([['KW46/Neu', ahlstrom]]));
    expect(assignmentOf(lines)).toMatchObject({ documents: 6, beneficiaries: 1 });
  });

  test('gets the name of the innermost folder as its suggested label when it is new', () => {
    expect(lastPathSegment('KW46/Neu & Söhne')).toBe('Neu & Söhne');
    expect(lastPathSegment('Neu')).toBe('Neu');
  });
});
