/** @file Lists of states, and SQL that changes a state, are written only in the tables of the state machines. */
import { expect, test } from 'vitest';
import { machines } from '../../../scripts/states.ts';
import { isNode, type Node, nodesIn, readSources } from './imports.ts';

/** The tables of the model, and released SQL, which never changes. */
const exempt = /^src\/shared\/model\/|\/database\/schema\.ts$/;

const stateSets = Object.values(machines).map(({ states }) => new Set(states));
const tables = Object.values(machines).map(({ table }) => table);

/** True for two or more states of one machine. */
function isStateList(texts: readonly unknown[]): boolean {
  return (
    new Set(texts).size > 1 &&
    stateSets.some((states) => texts.every((text) => typeof text === 'string' && states.has(text)))
  );
}

const sqlList = /\(\s*'[a-z-]+'(?:\s*,\s*'[a-z-]+')*\s*\)/g;
const changesState = new RegExp(
  `UPDATE\\s+(?:${tables.join('|')})\\s+SET\\b(?:(?!\\bWHERE\\b).)*?\\bstate\\s*=`,
  's',
);

/** Returns the comparisons of a chain of `||` or `&&`: the compared expression and the literal. */
function comparisonsOf(node: unknown, text: string): readonly (readonly [string, unknown])[] {
  if (!isNode(node)) return [];
  const { left, right } = node;
  if (node.type === 'LogicalExpression') return [...comparisonsOf(left, text), ...comparisonsOf(right, text)];
  if (node.type !== 'BinaryExpression' || !isNode(left) || !isNode(right)) return [];
  const compared = text.slice(Number(left['start']), Number(left['end']));
  return right.type === 'Literal' && compared.endsWith('state') ? [[compared, right['value']]] : [];
}

function listsIn(node: Node, text: string): readonly unknown[][] {
  if (node.type === 'ArrayExpression' && Array.isArray(node['elements']))
    return [node['elements'].map((element) => (isNode(element) ? element['value'] : null))];
  if (node.type === 'LogicalExpression')
    return [...Map.groupBy(comparisonsOf(node, text), ([compared]) => compared).values()].map((comparisons) =>
      comparisons.map(([, literal]) => literal),
    );
  return [];
}

function findStateLists(path: string, text: string): string[] {
  const sqlTexts = text.match(sqlList) ?? [];
  const inSql = sqlTexts.filter((list) =>
    isStateList([...list.matchAll(/'([^']+)'/g)].map(([, state]) => state)),
  );
  const inCode = nodesIn(path, text)
    .flatMap((node) => listsIn(node, text))
    .filter(isStateList);
  return [...inSql, ...inCode.map((list) => list.join(', '))];
}

const sources: { readonly path: string; readonly text: string }[] = [];
for await (const source of readSources('src')) if (!exempt.test(source.path)) sources.push(source);

test('no module lists states besides the tables of the state machines', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap(({ path, text }) =>
    findStateLists(path, text).map((list) => `${path}: ${list}`),
  );
  expect(found).toEqual([]);
});

test('no SQL changes a state besides the updates made from the tables', () => {
  expect(sources.filter(({ text }) => changesState.test(text)).map(({ path }) => path)).toEqual([]);
  expect("UPDATE document SET reason = NULL, state = 'ready' WHERE id = 1").toMatch(changesState);
  expect('UPDATE statement_event\n SET state = $state').toMatch(changesState);
});

test.each([
  ["const states = ['linking', 'sending'];", 1],
  ["const sql = `SELECT 1 FROM batch WHERE state IN ('running', 'paused')`;", 1],
  ["if (batch.state === 'running' || batch.state === 'paused') go();", 1],
  ["const groups = ['queued', 'sending'];", 0],
  ["if (a.state === 'running' || b.state === 'paused') go();", 0],
])('in %s the number of lists is %i', (text, lists) => {
  expect(findStateLists('src/main/a.ts', text)).toHaveLength(lists);
});
