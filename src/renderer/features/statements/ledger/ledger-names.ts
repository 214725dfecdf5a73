/** @file Texts about matches with a ledger, and about how the files are compared. */
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatList, t } from '../../../../shared/messages/index.ts';
import {
  type MatchSummary,
  matchSideSchema,
  type SideSummary,
} from '../../../../shared/model/statements/ledger.ts';
import type { ScopeSentence } from '../search/Scope.tsx';

export type OpenedMatching = CommandResult<'viewer.ledger', 'match'>;
export type AgedRow = CommandResult<'viewer.ledger', 'rows'>['rows'][number];

function signsSentence({ use, by, same, opposite }: MatchSummary['signs']): string {
  if (use === 'unknown') return t('ledger.scope.signs.unknown');
  if (by === 'clerk') return t(`ledger.scope.signs.${use}.clerk`);
  if (use === 'reversed') return t('ledger.scope.signs.reversed.references', { count: opposite });
  return by === 'references'
    ? t('ledger.scope.signs.same.references', { count: same })
    : t('ledger.scope.signs.same.direction');
}

function leftOutSentence(side: 'statement' | 'ledger', { leftOut }: SideSummary): string {
  const reasons = formatList(leftOut.map(({ reason, count }) => t(`ledger.leftOut.${reason}`, { count })));
  return t('ledger.scope.leftOut', { side: t(`ledger.side.${side}`), reasons });
}

/** Returns the sentences about how the files are compared; what is not matched comes last. */
export function scopeSentences(summary: MatchSummary): ScopeSentence[] {
  const { columns } = summary.ledger;
  const names = Object.values(columns).filter((name) => name !== null && name !== '');
  const sentences: ScopeSentence[] = [];
  const add = (sentence: string, isLeftOut = false) => sentences.push({ sentence, isLeftOut });
  add(t('ledger.scope.columns', { columns: formatList([...new Set(names)].map(String)) }));
  if (columns.reference === null) add(t('ledger.scope.noColumns'));
  add(signsSentence(summary.signs), summary.signs.use === 'unknown');
  if (summary.currencies !== 'stated')
    add(t(`ledger.scope.currencies.${summary.currencies}`), summary.currencies === 'unknown');
  if (summary.stoppedSearches > 0) add(t('ledger.scope.stopped', { count: summary.stoppedSearches }), true);
  if (summary.unfitLinks > 0) add(t('ledger.scope.unfit', { count: summary.unfitLinks }), true);
  for (const side of matchSideSchema.options)
    if (summary[side].leftOut.length > 0) add(leftOutSentence(side, summary[side]), true);
  return sentences;
}
