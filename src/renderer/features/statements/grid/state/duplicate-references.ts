/** @file Texts of the integrity checklist about rows in question. */
import { t } from '../../../../../shared/messages/index.ts';
import type { CheckPoint } from '../../../../../shared/model/statements/open-statement.ts';

/** Label of the link to the rows in question, with their number if not all are listed. */
export function showRowsLabel({ rows, inQuestion }: Pick<CheckPoint, 'rows' | 'inQuestion'>): string {
  const listed = new Set(rows).size;
  return rows.length < inQuestion
    ? t('integrity.showFirstRows', { listed, count: inQuestion })
    : t('integrity.showRows', { count: listed });
}
