/**
 * @file Every regular expression takes linear time: files, answers and links of others are read with them, and one that
 * does not stops a thread for minutes over a few hundred characters.
 */
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { type Expression, readExpressions, repeatsNothing } from './expressions.ts';
import { readSources } from './imports.ts';

/** Expressions that are made at run time, and everything that they can be. */
const builtOf: Readonly<Record<string, readonly RegExp[]>> = {
  // The labels of one service, which are constants.
  "src/renderer/profiles/hosts.ts: new RegExp(`(?<=^|[./-])(?:${labels})(?=[./:-]|$)`, 'g')": [
    /(?<=^|[./-])(?:beneficiary|beneficiaries)(?=[./:-]|$)/g,
    /(?<=^|[./-])(?:statement|statements)(?=[./:-]|$)/g,
  ],
  // Constants of the practice company.
  'src/main/simulator/storage.ts: new RegExp(`^${linkPathPrefix}(.+)$`)': [/^\/practice-documents\/(.+)$/],
  'src/main/simulator/storage.ts: new RegExp(`^${urlPathPrefix}(.+)$`)': [/^\/practice-files\/(.+)$/],
};

/** Modules that make their expressions while they are loaded, from constants: all of them, and how many calls there are. */
const madeWhileLoaded = {
  'src/main/review/cell-shape.ts': {
    calls: 1,
    load: () => import('../../../src/main/review/cell-shape.ts'),
  },
  'src/main/review/date-cell.ts': { calls: 2, load: () => import('../../../src/main/review/date-cell.ts') },
} as const;

/** The expressions that are made while a module is loaded for the first time. */
async function recordMade(load: () => Promise<unknown>): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags]: [string, string?]) {
      const expression = new target(source, flags);
      made.push(expression);
      return expression;
    },
  });
  try {
    vi.resetModules();
    await load();
  } finally {
    globalThis.RegExp = plain;
  }
  return made;
}

/** Expressions that the checker cannot decide in its time, and why they are linear. */
const decidedByHand: readonly string[] = [];

/** Milliseconds for one expression. */
const checkTimeout = 30_000;

function verdictOf({ source, flags }: Expression): string {
  const { status, ...found } = checkSync(source, flags, { timeout: checkTimeout });
  if (status === 'safe') return 'safe';
  return 'complexity' in found ? `${status}: ${found.complexity.summary}` : status;
}

const literals = new Map<string, Expression & { readonly path: string }>();
const built: string[] = [];
for await (const { path, text } of readSources('src')) {
  const found = readExpressions(path, text);
  for (const literal of found.literals) {
    if (!repeatsNothing(literal)) literals.set(`/${literal.source}/${literal.flags}`, { ...literal, path });
  }
  built.push(...found.built.map((call) => `${path}: ${call}`));
}

test('no expression takes more than linear time', async () => {
  const all = [...literals].map(([shown, literal]) => ({ shown, ...literal }));
  for (const [path, made] of Object.entries(builtOf)) {
    all.push(...made.map(({ source, flags }) => ({ shown: `/${source}/${flags}`, source, flags, path })));
  }
  for (const [path, { calls, load }] of Object.entries(madeWhileLoaded)) {
    const made = await recordMade(load);
    expect([path, made.length >= calls]).toEqual([path, true]);
    all.push(...made.map(({ source, flags }) => ({ shown: `/${source}/${flags}`, source, flags, path })));
  }
  const undecided = all
    .filter(({ shown }) => !decidedByHand.includes(shown))
    .flatMap((one) => {
      const verdict = verdictOf(one);
      return verdict === 'safe' ? [] : [`${one.path}: ${one.shown} is ${verdict}`];
    });
  expect(undecided).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});

test('what was decided by hand is still there', () => {
  expect(decidedByHand.filter((shown) => !literals.has(shown))).toEqual([]);
});

test('an expression that is made at run time is listed with everything that it can be', () => {
  const others = built.filter((call) => !Object.hasOwn(madeWhileLoaded, call.split(':')[0] ?? ''));
  expect(others.toSorted()).toEqual(Object.keys(builtOf).toSorted());
  for (const [path, { calls }] of Object.entries(madeWhileLoaded)) {
    expect([path, built.filter((call) => call.startsWith(`${path}:`)).length]).toEqual([path, calls]);
  }
});

test.each([
  ['/^(a+)+$/', 'exponential'],
  ['/=+$/', '2nd degree polynomial'],
])('finds that %s is %s', (literal, complexity) => {
  const [found] = readExpressions('a.ts', `export const a = ${literal};`).literals;
  expect(found && !repeatsNothing(found) && verdictOf(found)).toBe(`vulnerable: ${complexity}`);
});
