import { describe, expect, test } from 'vitest';
import {
  acceptProposals,
  assignmentOf,
  type FolderChoices,
  folderLines,
  isUndecided,
  soleProposals,
} from '../../../../src/renderer/features/documents/assign/folder-choices.ts';
import type { Folder } from '../../../../src/shared/contract/documents.ts';
import { lastPathSegment, outerFolders } from '../../../../src/shared/model/documents/folder-path.ts';
import { ahlstrom } from './batches.ts';

const kwiatkowski = { id: 8, label: 'Kwiatkowski Logistyka Sp. z o.o.', recipientId: 'rcp_5b02e9d1' };
const twin = { id: 9, label: 'Kwiatkowski Logistyka S.A.', recipientId: 'rcp_77e31c09' };

function folderOf(folder: string, change: Partial<Folder> = {}): Folder {
  return { folder, documents: 1, match: null, matches: 0, proposals: [], namedBy: null, ...change };
}

const folders = [
  folderOf('KW46/Ahlström', { documents: 5, match: ahlstrom, matches: 1, namedBy: 'KW46/Ahlström' }),
  folderOf('KW46/Meyer', { documents: 2, matches: 2, namedBy: 'KW46/Meyer' }),
  folderOf('KW46/Neu'),
];

const near = { proposals: [kwiatkowski], namedBy: 'KW46/Kwiatkowski' };
const named = (folder: string, namedBy = folder) =>
  folderOf(folder, { match: ahlstrom, matches: 1, namedBy });
const nested = [
  folderOf('KW46/Kwiatkowski', near),
  folderOf('KW46/Kwiatkowski/2026', near),
  folderOf('KW46/Kwiatkowski/2026/Oktober', near),
  named('KW46/Kwiatkowski/Ahlström'),
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

  test('is not the beneficiary with a near label until the clerk accepts the proposal', () => {
    const lines = folderLines(nested, noChoices);
    expect(lines.map(({ origin }) => origin)).toEqual(['proposed', 'proposed', 'proposed', 'name']);
    expect(lines.slice(0, 3).every(isUndecided)).toBe(true);
    expect(assignmentOf(lines)).toMatchObject({ documents: 1, beneficiaries: 1 });
    expect(soleProposals(lines).map(([{ folder }]) => folder)).toEqual(
      nested.slice(0, 3).map(({ folder }) => folder),
    );
  });

  test('is an accepted proposal in all folders that got the proposal from the same folder', () => {
    const [, line] = folderLines(nested, noChoices);
    if (line === undefined) throw new Error('There is no such line');
    const accepted = folderLines(nested, acceptProposals([[line, kwiatkowski]], noChoices));
    expect(accepted.map(({ origin }) => origin)).toEqual(['accepted', 'accepted', 'accepted', 'name']);
    expect(assignmentOf(accepted)).toMatchObject({ documents: 4, beneficiaries: 2 });
  });

  test('is an accepted proposal in one folder when the clerk leaves the folder around it unchanged', () => {
    const choices: FolderChoices = new Map([['KW46/Kwiatkowski', null]]);
    const proposals = soleProposals(folderLines(nested, choices));
    const lines = folderLines(nested, acceptProposals(proposals.slice(0, 1), choices));
    expect(lines.map(({ origin }) => origin)).toEqual(['left', 'clerk', 'clerk', 'name']);
    expect(lines.map(({ source }) => source)).toEqual([
      'KW46/Kwiatkowski',
      'KW46/Kwiatkowski/2026',
      'KW46/Kwiatkowski/2026',
      'KW46/Kwiatkowski/Ahlström',
    ]);
  });

  test('is none of two that are equally near, and accepting all proposals chooses neither', () => {
    const twins = [folderOf('Kwiatkowski', { proposals: [kwiatkowski, twin], namedBy: 'Kwiatkowski' })];
    const lines = folderLines(twins, noChoices);
    expect(lines).toMatchObject([{ origin: 'ambiguous', beneficiary: null, proposals: [kwiatkowski, twin] }]);
    expect(soleProposals(lines)).toEqual([]);
  });

  test('is that of the nearest folder around it with a choice, unless its own name means another', () => {
    const tree = [
      folderOf('A'),
      folderOf('A/1'),
      folderOf('A/1/x'),
      named('A/Ahlström'),
      named('A/Ahlström/2026', 'A/Ahlström'),
      folderOf('AB'),
      folderOf(''),
    ];
    const own = ahlstrom.id;
    const idsWith = (...choices: [string, Folder['match']][]) =>
      folderLines(tree, new Map(choices)).map(({ beneficiary }) => beneficiary?.id ?? null);
    expect(idsWith(['A', twin])).toEqual([9, 9, 9, own, own, null, null]);
    expect(idsWith(['A', twin], ['A/1', kwiatkowski])).toEqual([9, 8, 8, own, own, null, null]);
    expect(idsWith(['A', twin], ['A/1', null])).toEqual([9, null, 9, own, own, null, null]);
    expect(idsWith(['A/Ahlström', kwiatkowski])).toEqual([null, null, null, 8, 8, null, null]);
    expect(idsWith(['', kwiatkowski])).toEqual([null, null, null, own, own, null, 8]);
  });

  test('gets the name of the innermost folder as its suggested label when it is new', () => {
    expect(['KW46/Neu & Söhne', 'Neu'].map(lastPathSegment)).toEqual(['Neu & Söhne', 'Neu']);
    expect(outerFolders('KW46/Neu/Scans')).toEqual(['KW46/Neu/Scans', 'KW46/Neu', 'KW46']);
    expect(outerFolders('')).toEqual([]);
  });
});
