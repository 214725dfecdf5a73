/** @file Compares the conclusions about invented files with the truth. */
import { matchRuleSchema } from '../../../src/shared/model/statements/ledger.ts';
import { inventKnownFiles, type KnownGroup } from './known-truth.ts';
import { matchFiles } from './matched-files.ts';

const page = { offset: 0, limit: Number.MAX_SAFE_INTEGER, isWhole: false };

type Rows = Readonly<Record<'statement' | 'ledger', readonly { readonly row: number }[]>>;

const numbersOf = (rows: Rows['statement']) => rows.map(({ row }) => row).toSorted((one, two) => one - two);
const keyOf = ({ statement, ledger }: Pick<KnownGroup, 'statement' | 'ledger'>) =>
  `${statement.join()}=${ledger.join()}`;

/** Matches invented files and counts what is right. Shares are of 1. */
export function concludeKnownFiles(seed: number, scale = 1) {
  const files = inventKnownFiles(seed, scale);
  const session = matchFiles(files.statement, files.ledger);
  const toKeys = (all: readonly Rows[]) =>
    all.map(({ statement, ledger }) => keyOf({ statement: numbersOf(statement), ledger: numbersOf(ledger) }));
  const { matches } = session.matches(matchRuleSchema.options, page);
  const matched = new Set(toKeys(matches));
  const proposed = new Set(toKeys(session.proposals(null, page).proposals));
  const known = new Set(files.groups.map(keyOf));
  const linked = new Map<number, ReadonlySet<number>>();
  for (const { statement, ledger } of matches)
    for (const { row } of statement) linked.set(row, new Set(numbersOf(ledger)));
  const isMatched = ({ statement, ledger }: KnownGroup) =>
    statement.some((row) => ledger.some((other) => linked.get(row)?.has(other) === true));
  const { statement, ledger } = session.summary();
  const found = files.groups.filter((group) => matched.has(keyOf(group))).length;
  const offered = files.groups.filter(
    (group) => !matched.has(keyOf(group)) && proposed.has(keyOf(group)),
  ).length;
  return {
    files,
    wrong: [...matched].filter((key) => !known.has(key)),
    matchedTraps: files.traps.filter(isMatched).map(({ kind }) => kind),
    matched: found / files.groups.length,
    matchedOrProposed: (found + offered) / files.groups.length,
    toDecide: (statement.toDecide + ledger.toDecide) / (statement.rows + ledger.rows),
  };
}
