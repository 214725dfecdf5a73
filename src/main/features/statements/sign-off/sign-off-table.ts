/** @file The history of a statement's sign-offs as a table, for an evidence pack. */
import { t } from '../../../../shared/messages/index.ts';
import type { SignOffEntry, SignOffFacts } from '../../../../shared/model/statements/sign-off.ts';

/** Names of the columns. */
export function signOffHeader(): string[] {
  return [
    t('annotations.history.time'),
    t('annotations.history.user'),
    t('annotations.history.change'),
    t('signOff.rows'),
    t('signOff.ticked'),
    t('signOff.unticked'),
    t('signOff.notes'),
    t('signOff.column.currency'),
    t('signOff.opening'),
    t('signOff.closing'),
    t('signOff.incoming'),
    t('signOff.outgoing'),
    t('signOff.column.passed'),
    t('signOff.column.explanations'),
    t('signOff.unchecked'),
  ];
}

/** Returns amounts without their currency, which would make a text of a number. Several currencies have a line each. */
function factCells({ rows, ticked, notes, balance, sums, passed }: SignOffFacts): string[] {
  const currencies = sums.length === 0 && balance !== null ? [balance] : sums;
  return [
    ...[rows, ticked, rows - ticked, notes].map(String),
    currencies.map(({ currency }) => currency).join('\n'),
    balance?.opening ?? '',
    balance?.closing ?? '',
    sums.map(({ incoming }) => incoming).join('\n'),
    sums.map(({ outgoing }) => outgoing).join('\n'),
    String(passed),
  ];
}

function explanationLines({ facts, explanations }: Extract<SignOffEntry, { type: 'signed' }>): string {
  const textOf = (id: string) => explanations.find((explanation) => explanation.id === id)?.text ?? '';
  return facts.openChecks
    .map(({ id, title: check }) => t('signOff.history.explanation', { check, text: textOf(id) }))
    .join('\n');
}

function cellsOf(entry: SignOffEntry): string[] {
  switch (entry.type) {
    case 'signed':
      return [
        t('signOff.entry.signed'),
        ...factCells(entry.facts),
        explanationLines(entry),
        entry.facts.unchecked.join('\n'),
      ];
    case 'withdrawn':
      return [t('signOff.history.withdrawn', { reason: entry.reason })];
    case 'reopened':
      return [t('signOff.history.reopened', { cause: entry.cause })];
  }
}

/** Returns a line for each entry, oldest first, with a cell for each column. */
export function signOffRows(entries: readonly SignOffEntry[]): string[][] {
  const columns = signOffHeader().length;
  return entries.map((entry) => {
    const cells = [entry.at, entry.who, ...cellsOf(entry)];
    return [...cells, ...Array.from({ length: columns - cells.length }, () => '')];
  });
}
