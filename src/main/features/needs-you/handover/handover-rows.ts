/** @file A handover as the rows of a CSV file. */
import { formatTimestamp, t } from '../../../../shared/messages/index.ts';
import { inSlices } from '../../../concurrency/slices.ts';
import type { CsvRow } from '../../../formats/csv/csv-writer.ts';
import type { Handover } from './describe-handover.ts';

const columns = [
  'section',
  'group',
  'item',
  'profile',
  'environment',
  'beneficiary',
  'wallet',
  'batch',
  'addedBy',
  'since',
  'age',
  'linkExpires',
  'consequence',
  'nextStep',
  'detail',
  'asOf',
] as const;

type Cells = Partial<Record<(typeof columns)[number], string | number | null>>;

export const handoverHeader = (): string[] => columns.map((column) => t(`handover.field.${column}`));

/** Returns the rows: one for each entry or each document and reference that it counts, then one for each kind of work in progress. Without any, a row says so. */
export async function* toHandoverRows(
  { asOf, items, moving }: Handover,
  timeZone?: string,
): AsyncGenerator<CsvRow> {
  const toTime = (iso: string | null) => (iso === null ? null : formatTimestamp(iso, timeZone));
  const toRow = (cells: Cells): CsvRow =>
    columns.map((column) => (column === 'asOf' ? toTime(asOf) : (cells[column] ?? null)));
  for await (const item of inSlices(items)) {
    const cells: Cells = {
      section: t('needsYou.title'),
      group: t(`needsYou.urgency.${item.urgency}`),
      item: item.title,
      ...toProfileCells(item.profile),
      beneficiary: item.beneficiary,
      wallet: item.walletId,
      batch: item.batchNumber,
      addedBy: item.addedBy,
      since: toTime(item.since),
      age: item.age,
      linkExpires: toTime(item.linkExpiresAt),
      consequence: item.consequence,
      nextStep: item.nextStep,
    };
    for (const detail of item.details.length === 0 ? [null] : item.details) yield toRow({ ...cells, detail });
  }
  for (const { profile, text } of moving) {
    yield toRow({
      section: t('handover.moving.title'),
      item: text,
      ...toProfileCells(profile),
      nextStep: t('handover.moving.lead'),
    });
  }
  if (items.length + moving.length === 0)
    yield toRow({ section: t('needsYou.title'), item: t('handover.nothing') });
}

function toProfileCells({ name, environment }: Handover['items'][number]['profile']): Cells {
  return {
    profile: name,
    environment: environment === null ? null : t(`components.environment.${environment}`),
  };
}
