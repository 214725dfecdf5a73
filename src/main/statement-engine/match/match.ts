/**
 * @file Matches the rows of a statement with the rows of a ledger. Links of the clerk come first, then the rules in their
 * order. A rule matches rows only if nothing else fits; otherwise the rows stay open and say what fits.
 */

import { readDecimal } from '../../../shared/model/proofs/amount.ts';
import type {
  ClerkLinks,
  MatchRule,
  MatchSettings,
  MatchSide,
  MatchSummary,
} from '../../../shared/model/statements/ledger.ts';
import { AmountIndex } from './amount-index.ts';
import { matchByAmount, matchByName, proposeByAmount } from './by-amount.ts';
import { matchByFee } from './by-fee.ts';
import { matchByReference, proposeByReference } from './by-reference.ts';
import { matchBySum } from './by-sum.ts';
import { type ApplyRule, type MatchContext, otherSide } from './match-context.ts';
import type { MatchInput } from './match-rows.ts';
import { MatchState, none } from './match-state.ts';
import { compareSigns, ReferenceIndex, signsByReferences } from './reference-index.ts';
import { Relations } from './relations.ts';

export interface MatchResult {
  readonly state: MatchState;
  readonly relations: Relations;
  readonly signs: MatchSummary['signs'];
  readonly stoppedSearches: number;
  readonly unfitLinks: number;
  /** True for a row that a rule compared with the rows of the other file. */
  readonly isCompared: (side: MatchSide, row: number) => boolean;
}

interface MatchOptions {
  readonly settings: MatchSettings;
  readonly links: ClerkLinks;
  /** The ledger has a column that says whether money comes in or goes out. */
  readonly hasDirections: boolean;
}

const rules: Readonly<Record<MatchRule, ApplyRule>> = {
  reference: matchByReference,
  amount: matchByAmount,
  name: matchByName,
  sum: matchBySum,
  fee: matchByFee,
};
/** Rules that compare amounts with their signs. */
const signedRules: ReadonlySet<MatchRule> = new Set(['amount', 'name', 'sum', 'fee']);
/** Minimum share of references that the other file has too, for different references to contradict each other. */
const minSharedReferences = 0.2;

function decideSigns(
  input: MatchInput,
  references: ReferenceIndex,
  { settings, hasDirections }: MatchOptions,
): MatchSummary['signs'] {
  const counts = compareSigns(input, references);
  if (settings.signs !== 'detect') return { use: settings.signs, by: 'clerk', ...counts };
  const shown = signsByReferences(counts);
  if (shown !== null) return { use: shown, by: 'references', ...counts };
  if (hasDirections && counts.opposite === 0) return { use: 'same', by: 'direction', ...counts };
  return { use: 'unknown', by: 'none', ...counts };
}

/**
 * Applies the links of the clerk, and leaves separated rows to the clerk: no rule matches them, but they still count where a
 * rule needs a row that is unique. Returns the number of links that do not fit.
 */
function applyLinks(input: MatchInput, state: MatchState, { links, separated }: ClerkLinks): number {
  let unfit = 0;
  for (const link of links) {
    const isFree = (side: MatchSide) => link[side].every((row) => state.isOpen(side, row));
    if (isFree('statement') && isFree('ledger')) state.group('by-hand', link);
    else unfit += 1;
  }
  for (const link of separated) {
    const [statementRow = none] = link.statement;
    const [ledgerRow = none] = link.ledger;
    for (const row of link.statement)
      if (row < input.statement.rows && state.isOpen('statement', row))
        state.ask('statement', row, 'separated', ledgerRow);
    for (const row of link.ledger)
      if (row < input.ledger.rows && state.isOpen('ledger', row))
        state.ask('ledger', row, 'separated', statementRow);
  }
  return unfit;
}

function areReferencesComparable(references: ReferenceIndex): boolean {
  let shared = 0;
  let own = 0;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  for (let reference = 0; reference < references.count; reference += 1) {
    if (ledgerRows[reference] === none) continue;
    own += 1;
    if (statementRows[reference] !== none) shared += 1;
  }
  return own > 0 && shared >= own * minSharedReferences;
}

function reverseSigns(amounts: Float64Array): Float64Array {
  const reversed = new Float64Array(amounts.length);
  for (let row = 0; row < reversed.length; row += 1) reversed[row] = -(amounts[row] ?? Number.NaN);
  return reversed;
}

/** Tells which rows the applied rules compared: rows have what a rule needs, and the other file has the columns. */
function createComparedTest(
  input: MatchInput,
  applied: ReadonlySet<MatchRule>,
): (side: MatchSide, row: number) => boolean {
  const haveBoth = (column: 'reference' | 'amount' | 'date' | 'name') =>
    input.statement.columns[column] !== null && input.ledger.columns[column] !== null;
  const byReference = applied.has('reference') && haveBoth('reference');
  const haveAmounts = haveBoth('amount') && haveBoth('date');
  const haveFees = input.statement.fees !== null || input.ledger.fees !== null;
  const byAmount = haveAmounts && (applied.has('amount') || (applied.has('fee') && haveFees));
  const byName = haveAmounts && haveBoth('name') && (applied.has('name') || applied.has('sum'));
  return (side, row) => {
    const { references, names, comparable } = input[side];
    if (byReference && (references[row] ?? none) >= 0) return true;
    return (byAmount || (byName && (names[row] ?? none) >= 0)) && comparable[row] === 1;
  };
}

export function matchRows(given: MatchInput, options: MatchOptions): MatchResult {
  const { settings } = options;
  const state = new MatchState(given);
  const unfitLinks = applyLinks(given, state, options.links);
  const references = new ReferenceIndex(given);
  const signs = decideSigns(given, references, options);
  const input: MatchInput =
    signs.use === 'reversed'
      ? { ...given, ledger: { ...given.ledger, amounts: reverseSigns(given.ledger.amounts) } }
      : given;
  const relations = new Relations(input, options.links.aliases);
  relations.areReferencesComparable = areReferencesComparable(references);
  const usesReferences = settings.rules.some(({ rule, isOn }) => rule === 'reference' && isOn);
  let amountIndex: AmountIndex | null = null;
  const context: MatchContext = {
    input,
    state,
    references,
    relations,
    areSignsKnown: signs.use !== 'unknown',
    settings,
    tolerance: toUnits(settings.tolerance, input.scale),
    isTied: (side, row) =>
      usesReferences &&
      relations.referencesOf(side, row).some(({ reference }) => references.has(otherSide(side), reference)),
    amountIndex: () => {
      amountIndex ??= new AmountIndex(input, state);
      return amountIndex;
    },
    stoppedSearches: 0,
  };
  const applied = settings.rules.filter(
    ({ rule, isOn }) => isOn && (context.areSignsKnown || !signedRules.has(rule)),
  );
  for (const setting of applied) rules[setting.rule](context, setting);
  if (usesReferences) proposeByReference(context);
  const amountRule = settings.rules.find(({ rule, isOn }) => rule === 'amount' && isOn);
  if (amountRule !== undefined && context.areSignsKnown) proposeByAmount(context, amountRule.days);
  state.selectProposals();
  const { stoppedSearches } = context;
  const isCompared = createComparedTest(input, new Set(applied.map(({ rule }) => rule)));
  return { state, relations, signs, stoppedSearches, unfitLinks, isCompared };
}

function toUnits(text: string, scale: number): number {
  const decimal = readDecimal(text) ?? { digits: 0n, scale: 0 };
  const shift = scale - decimal.scale;
  const units = shift >= 0 ? decimal.digits * 10n ** BigInt(shift) : decimal.digits / 10n ** BigInt(-shift);
  return Math.min(Number(units), Number.MAX_SAFE_INTEGER);
}
