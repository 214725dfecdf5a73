import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { findBannedTerms, referenceOnlyDocstring } from '../../../scripts/checks/banned-words.ts';
import { nodesIn, readSources } from './imports.ts';

/** Returns every identifier of a module, and the name of the module's file. */
function readNames(path: string, text: string): Set<string> {
  const names = new Set([basename(path).replace(/(\.(test|spec|d))?\.tsx?$/, '')]);
  for (const node of nodesIn(path, text)) {
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

test('a name has no banned word', () => {
  expect([...banned.values()]).toEqual([]);
});

test('banned words are found in names, and not within other words', () => {
  const hasBanned = (name: string) => findBannedTerms(name).length > 0;
  const bad = 'LinkDesk upload-desk mostWallets #crewSize statementScreenWords RunnerParts toldAt runInTurn';
  expect(bad.split(' ').filter((name) => !hasBanned(name))).toEqual([]);
  const good = 'Paydesk keyboard atMost longest wordsOf words formatToParts intake airplane';
  expect(good.split(' ').filter(hasBanned)).toEqual([]);
});

test('a comment does not only refer to another name', () => {
  expect(comments).toEqual([]);
  expect('/** See {@link a}. */\n  /** Props of {@link B}. */'.match(referenceOnlyDocstring)).toHaveLength(2);
  expect('/** See {@link a}: the same in bytes. */'.match(referenceOnlyDocstring)).toBeNull();
});
