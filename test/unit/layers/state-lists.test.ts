/** @file Lists of states, and SQL that changes a state, are written only in the tables of the state machines. */
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { machines } from '../../../scripts/states.ts';
import { isNode, type Node, nodesOf, readSources } from './imports.ts';

/** The tables of the model, and released SQL, which never changes. */
const exempt = /^src\/shared\/model\/|\/tables\/(schema|migrations)\.ts$/;

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
  const ast = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const inCode = [...nodesOf(ast)].flatMap((node) => listsIn(node, text)).filter(isStateList);
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
});

test.each([
  "const states = ['linking', 'sending'];",
  "const sql = `SELECT 1 FROM batch WHERE state IN ('running', 'paused')`;",
  "if (batch.state === 'running' || batch.state === 'paused') go();",
  "if (state !== 'ready' && isOn && state !== 'expired') go();",
])('finds the list in %s', (text) => {
  expect(findStateLists('src/main/a.ts', text)).toHaveLength(1);
});

test.each([
  "const one = ['sending'];",
  "const groups = ['queued', 'sending'];",
  "if (a.state === 'running' || b.state === 'paused') go();",
])('finds no list in %s', (text) => {
  expect(findStateLists('src/main/a.ts', text)).toEqual([]);
});

test.each([
  "UPDATE document SET reason = NULL, state = 'ready' WHERE id = 1",
  'UPDATE statement_event\n SET state = $state',
])('finds the change of a state in %s', (sql) => {
  expect(changesState.test(sql)).toBe(true);
});
