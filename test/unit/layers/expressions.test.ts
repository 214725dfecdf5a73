/**
 * @file Every regular expression takes linear time. They read foreign files, answers and links; an expression with
 * exponential time could block a thread for minutes on a few hundred characters.
 */
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { isNode, nameOf, nodesIn, readSources } from './imports.ts';

interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Returns the literals of a module with a quantifier, and the source texts of the calls that build an expression. */
function readExpressions(path: string, text: string) {
  const literals: Expression[] = [];
  const built: string[] = [];
  for (const node of nodesIn(path, text)) {
    const literal = node['regex'];
    if (node.type === 'Literal' && typeof literal === 'object' && literal !== null) {
      if (!('pattern' in literal && 'flags' in literal))
        throw new Error(`A literal of ${path} has no pattern`);
      const source = String(literal.pattern);
      if (/[*+{]/.test(source)) literals.push({ source, flags: String(literal.flags) });
    }
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && isNode(node['callee']) && /^(globalThis\.)?RegExp$/.test(nameOf(node['callee']) ?? '')) {
      built.push(text.slice(Number(node['start']), Number(node['end'])));
    }
  }
  return { literals, built };
}

/** The expressions that calls of `RegExp` can build at run time, by module and call. */
const builtOf: Readonly<Record<string, readonly RegExp[]>> = {
  // The labels of one service, which are constants.
  "src/renderer/features/profiles/hosts.ts: new RegExp(`(?<=^|[./-])(?:${labels})(?=[./:-]|$)`, 'g')": [
    /(?<=^|[./-])(?:beneficiary|beneficiaries)(?=[./:-]|$)/g,
    /(?<=^|[./-])(?:statement|statements)(?=[./:-]|$)/g,
  ],
  // Constants of the practice company.
  'src/main/practice/operations/storage.ts: new RegExp(`^${linkPathPrefix}(.+)$`)': [
    /^\/practice-documents\/(.+)$/,
  ],
  'src/main/practice/operations/storage.ts: new RegExp(`^${urlPathPrefix}(.+)$`)': [
    /^\/practice-files\/(.+)$/,
  ],
};

/** Modules that build expressions from constants while they are loaded, with the number of `RegExp` calls in each. */
const builtWhileLoading = {
  'src/main/statement-engine/columns/cell-shape.ts': {
    calls: 1,
    load: () => import('../../../src/main/statement-engine/columns/cell-shape.ts'),
  },
  'src/main/statement-engine/columns/date-cell.ts': {
    calls: 2,
    load: () => import('../../../src/main/statement-engine/columns/date-cell.ts'),
  },
} as const;

/** Returns the expressions that are built while a module is loaded for the first time. */
async function recordBuilt(load: () => Promise<unknown>): Promise<RegExp[]> {
  const expressions: RegExp[] = [];
  const originalRegExp = globalThis.RegExp;
  globalThis.RegExp = new Proxy(originalRegExp, {
    construct(target, [source, flags]: [string, string?]) {
      const expression = new target(source, flags);
      expressions.push(expression);
      return expression;
    },
  });
  try {
    vi.resetModules();
    await load();
  } finally {
    globalThis.RegExp = originalRegExp;
  }
  return expressions;
}

/** The checker attacks by a number of steps, never by a time, so that its verdict is the same on a busy machine. */
const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 0 };

function determineComplexity({ source, flags }: Expression): string {
  const { status, ...result } = checkSync(source, flags, limits);
  if (status === 'safe') return 'safe';
  return 'complexity' in result ? `${status}: ${result.complexity.summary}` : status;
}

const literals = new Map<string, Expression & { readonly path: string }>();
const built: string[] = [];
for await (const { path, text } of readSources('src')) {
  const found = readExpressions(path, text);
  for (const literal of found.literals)
    literals.set(`${literal.source}/${literal.flags}`, { ...literal, path });
  built.push(...found.built.map((call) => `${path}: ${call}`));
}

test('no expression takes more than linear time', async () => {
  const all = [...literals.values()];
  for (const [path, made] of Object.entries(builtOf)) {
    all.push(...made.map(({ source, flags }) => ({ source, flags, path })));
  }
  for (const [path, { calls, load }] of Object.entries(builtWhileLoading)) {
    const made = await recordBuilt(load);
    expect([path, made.length >= calls]).toEqual([path, true]);
    all.push(...made.map(({ source, flags }) => ({ source, flags, path })));
  }
  const slow = all
    .map((expression) => ({ ...expression, complexity: determineComplexity(expression) }))
    .filter(({ complexity }) => complexity !== 'safe');
  expect(slow).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});

test('every expression that is built at run time is listed', () => {
  const callsAtRunTime = built.filter((call) => !Object.hasOwn(builtWhileLoading, call.split(':')[0] ?? ''));
  expect(callsAtRunTime.toSorted()).toEqual(Object.keys(builtOf).toSorted());
  for (const [path, { calls }] of Object.entries(builtWhileLoading)) {
    expect([path, built.filter((call) => call.startsWith(`${path}:`)).length]).toEqual([path, calls]);
  }
});

test.each([
  ['/^(a+)+$/', 'exponential'],
  ['/=+$/', '2nd degree polynomial'],
])('the check finds that %s is %s', (literal, complexity) => {
  const [found] = readExpressions('a.ts', `export const a = ${literal};`).literals;
  expect(found && determineComplexity(found)).toBe(`vulnerable: ${complexity}`);
});
