import { basename } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import {
  bannedIn,
  emptyComment,
  emptyCommentsLeft,
  notRenamedYet,
  properNames,
} from '../../../scripts/checks/banned-words.ts';
import { nodesOf, readSources } from './imports.ts';

/** Every identifier of a module, and the name of its file. */
function namesOf(path: string, text: string): Set<string> {
  const names = new Set([basename(path).replace(/(\.(test|spec|d))?\.tsx?$/, '')]);
  for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (node.type.endsWith('Identifier') && typeof node['name'] === 'string') names.add(node['name']);
  }
  return names;
}

const banned = new Map<string, string>();
const comments: string[] = [];
for await (const { path, text } of readSources('src', 'test', 'scripts')) {
  if (path === 'scripts/checks/banned-words.ts') continue;
  for (const name of namesOf(path, text)) {
    const found = bannedIn(name);
    if (found.length > 0) banned.set(name, `${path}: ${name} has ${found.join(' and ')}`);
  }
  comments.push(...(text.match(emptyComment) ?? []).map((comment) => `${path}: ${comment.trim()}`));
}

describe('a name', () => {
  test('has no banned word, unless it is used in its proper meaning', () => {
    const wrong = [...banned].filter(
      ([name]) => !Object.hasOwn(properNames, name) && !notRenamedYet.has(name),
    );
    expect(wrong.map(([, found]) => found)).toEqual([]);
  });

  test('is exempt only while it is used', () => {
    expect(Object.keys(properNames).filter((name) => !banned.has(name))).toEqual([]);
  });

  test.each([
    'LinkDesk',
    'upload-desk',
    'mostWallets',
    '#crewSize',
    'statementScreenWords',
    'RunnerParts',
    'toldAt',
    'runInTurn',
  ])('like %s is found', (name) => {
    expect(bannedIn(name)).not.toEqual([]);
  });

  test.each([
    'Paydesk',
    'keyboard',
    'atMost',
    'longest',
    'wordsOf',
    'words',
    'formatToParts',
    'intake',
    'airplane',
  ])('like %s is not', (name) => {
    expect(bannedIn(name)).toEqual([]);
  });
});

describe('a comment', () => {
  test('says more than where to look', () => {
    expect(comments.length, comments.join('\n')).toBeLessThanOrEqual(emptyCommentsLeft);
  });

  test('is found when it only repeats the name', () => {
    expect('/** See {@link a}. */\n  /** Props of {@link B}. */'.match(emptyComment)).toHaveLength(2);
    expect('/** See {@link a}: the same in bytes. */'.match(emptyComment)).toBeNull();
  });
});
