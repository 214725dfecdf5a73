/** @file The cover page of a pack: what it contains, what a reader must look at, and how to verify it. */
import { formatTimeWithOffset, formatUtc, t } from '../../../shared/messages/index.ts';
import type { PageBlock, TextPages } from '../../formats/pages/text-pages.ts';
import type { CoverTable, PackPlan } from './contributor.ts';

/** Who saves a pack, when, and with which program. */
export interface PackOrigin {
  /** Name of the user of the computer. */
  readonly osUser: string;
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

function describePlan({ profile, statements, proofs, entries }: PackPlan, origin: PackOrigin): PageBlock {
  const dates = statements.flatMap(({ since, till }) => [since, till]).toSorted();
  const wallets = [...new Set(statements.map(({ walletId }) => walletId))];
  const facts: readonly (readonly [term: string, line: string])[] = [
    [t('evidence.field.profile'), profile.name],
    [t('evidence.field.environment'), t(`components.environment.${profile.environment}`)],
    [t('evidence.field.wallets'), wallets.join(', ')],
    [
      t('evidence.field.period'),
      t('evidence.cover.period', { since: dates[0] ?? '', till: dates.at(-1) ?? '' }),
    ],
    [t('evidence.field.statements'), String(statements.length)],
    [t('evidence.field.proofs'), String(new Set(proofs.map(({ reference }) => reference)).size)],
    [t('evidence.field.activity'), String(entries.length)],
    [t('evidence.cover.savedBy'), origin.osUser],
    [t('evidence.cover.savedAt'), `${formatTimeWithOffset(origin.at)}, ${formatUtc(origin.at)}`],
    [t('evidence.cover.version'), origin.version],
  ];
  return { is: 'facts', facts: facts.map(([term, line]) => ({ term, lines: [line] })) };
}

function toBlocks({ title, header, rows }: CoverTable): PageBlock[] {
  return [
    { is: 'heading', level: 1, text: title },
    {
      is: 'table',
      columns: header.map((name) => ({ name, isAtEnd: false })),
      rows: rows.map((cells) => [...cells]),
    },
  ];
}

/** Describes the cover page. */
export function createCoverPage(
  plan: PackPlan,
  tables: readonly CoverTable[],
  origin: PackOrigin,
): TextPages {
  const title = t('evidence.cover.title');
  return {
    title,
    subtitle: plan.profile.name,
    blocks: [
      describePlan(plan, origin),
      { is: 'heading', level: 1, text: t('evidence.cover.verify') },
      { is: 'paragraph', text: t('evidence.cover.verifyFiles') },
      { is: 'paragraph', text: t('evidence.cover.verifyList') },
      ...tables.flatMap(toBlocks),
    ],
    foot: { name: title, lines: [] },
  };
}
