import { basename } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import {
  allowedNames,
  findBannedTerms,
  referenceOnlyDocstring,
} from '../../../scripts/checks/banned-words.ts';
import { nodesOf, readSources } from './imports.ts';

/** Returns every identifier of a module, and the name of the module's file. */
function readNames(path: string, text: string): Set<string> {
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
  for (const name of readNames(path, text)) {
    const found = findBannedTerms(name);
    if (found.length > 0) banned.set(name, `${path}: ${name} has ${found.join(' and ')}`);
  }
  comments.push(...(text.match(referenceOnlyDocstring) ?? []).map((comment) => `${path}: ${comment.trim()}`));
}

describe('a name', () => {
  test('has no banned word unless the name is allowed', () => {
    const forbiddenNames = [...banned].filter(([name]) => !Object.hasOwn(allowedNames, name));
    expect(forbiddenNames.map(([, found]) => found)).toEqual([]);
  });

  test('is allowed only while a module uses it', () => {
    expect(Object.keys(allowedNames).filter((name) => !banned.has(name))).toEqual([]);
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
  ])('like %s is reported', (name) => {
    expect(findBannedTerms(name)).not.toEqual([]);
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
  ])('like %s is not reported', (name) => {
    expect(findBannedTerms(name)).toEqual([]);
  });
});

describe('a comment', () => {
  test('does not only refer to another name', () => {
    expect(comments).toEqual([]);
  });

  test('that only refers to another name is found', () => {
    expect('/** See {@link a}. */\n  /** Props of {@link B}. */'.match(referenceOnlyDocstring)).toHaveLength(
      2,
    );
    expect('/** See {@link a}: the same in bytes. */'.match(referenceOnlyDocstring)).toBeNull();
  });
});
