/** @file The preview of a rule as the dialog shows it: chips, reasons, and the assignment. */

import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import { labelSchema } from '../../../../shared/model/beneficiary.ts';
import {
  type MappingNumbers,
  type MappingOutcome,
  type MappingRow,
  mappingOutcomes,
} from '../../../../shared/model/documents/mapping.ts';
import type { Chip } from '../../../components/fields/Chips.tsx';

export type Preview = CommandResult<'documents.mapping', 'preview'>;

export type OutcomeChip = 'all' | MappingOutcome;

const tones: Readonly<Partial<Record<MappingOutcome, 'ok' | 'warning'>>> = {
  matched: 'ok',
  'new-recipient': 'warning',
  ambiguous: 'warning',
  contradicted: 'warning',
};

/** Returns a chip for each outcome that occurs. The selected chip stays when it becomes empty. */
export function outcomeChips(
  { counts }: Pick<MappingNumbers, 'counts'>,
  selectedChip: OutcomeChip,
): Chip<OutcomeChip>[] {
  const shownOutcomes = mappingOutcomes.filter(
    (outcome) => (counts[outcome] ?? 0) > 0 || outcome === selectedChip,
  );
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    { id: 'all', label: t('documentsMapping.all'), count: total },
    ...shownOutcomes.map((outcome) => {
      const tone = tones[outcome];
      return {
        id: outcome,
        label: t(`documentsMapping.outcomes.${outcome}`),
        count: counts[outcome] ?? 0,
        ...(tone === undefined ? {} : { tone }),
      };
    }),
  ];
}

/** Describes the outcome of a row; `null` for a match. */
export function reasonOfRow({ outcome, recipientIds, documents, line }: MappingRow): string | null {
  switch (outcome) {
    case 'matched':
      return null;
    case 'new-recipient':
      return t('documentsMapping.reasons.newRecipient');
    case 'ambiguous':
      return line === null
        ? t('documentsMapping.reasons.ambiguousIds', { ids: formatPlainList(recipientIds) })
        : t('documentsMapping.reasons.ambiguousFiles', { count: documents });
    case 'contradicted':
      return t('documentsMapping.reasons.contradicted');
    case 'no-match':
      return line === null ? t('documentsMapping.reasons.noFit') : t('documentsMapping.reasons.noFile');
    case 'not-open':
      return t('documentsMapping.reasons.notOpen');
    case 'incomplete':
      return t('documentsMapping.reasons.incomplete');
  }
}

/** Names of new recipients by recipient ID; IDs without a name are not added. */
export type Additions = ReadonlyMap<string, string>;

export interface MappingPlan {
  readonly documents: number;
  readonly beneficiaries: number;
  /** Documents that stay unassigned. */
  readonly left: number;
  readonly add: { recipientId: string; label: string }[];
  readonly hasInvalidName: boolean;
}

export function planOf(preview: MappingNumbers, additions: Additions): MappingPlan {
  const added = preview.newRecipients.filter(({ recipientId }) => additions.has(recipientId));
  const addedDocuments = added.reduce((sum, { documents }) => sum + documents, 0);
  const add = added.map(({ recipientId }) => ({ recipientId, label: additions.get(recipientId) ?? '' }));
  return {
    documents: preview.documents + addedDocuments,
    beneficiaries: preview.beneficiaries + added.length,
    left: Math.max(0, preview.left - addedDocuments),
    add,
    hasInvalidName: add.some(({ label }) => !labelSchema.safeParse(label).success),
  };
}
