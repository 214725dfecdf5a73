/** @file All batches of a profile with the results of their documents: each document is counted in one column. */
import { z } from 'zod';
import { earlierBatchSchema } from '../../../../shared/contract/documents.ts';
import type { DocumentState } from '../../../../shared/model/documents/document.ts';
import { pageOf, pageRequestSchema } from '../../../../shared/model/paging.ts';
import { flagColumn, timeColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { isOpenSql } from './open-batches.ts';

type CountColumn = 'attached' | 'stored' | 'waiting' | 'problems' | 'unknown' | 'leftOut';

const columnOfState: Readonly<Record<DocumentState, CountColumn>> = {
  found: 'waiting',
  checking: 'waiting',
  ready: 'waiting',
  linking: 'waiting',
  sending: 'waiting',
  'waiting-for-file': 'waiting',
  'waiting-to-retry': 'waiting',
  stored: 'stored',
  attaching: 'stored',
  attached: 'attached',
  'attach-unknown': 'unknown',
  failed: 'problems',
  rejected: 'leftOut',
  duplicate: 'leftOut',
  excluded: 'leftOut',
  cancelled: 'leftOut',
};

const countsSql = [...new Set(Object.values(columnOfState))]
  .map((column) => {
    const states = Object.entries(columnOfState).flatMap(([state, columnOfEntry]) =>
      columnOfEntry === column ? [`'${state}'`] : [],
    );
    return `count(*) FILTER (WHERE d.state IN (${states.join(', ')})) AS "${column}"`;
  })
  .join(', ');

const earlierRow = earlierBatchSchema.extend({ createdAt: timeColumn, open: flagColumn });

/** A page of all batches of a profile: open batches, then ended ones, both newest first. */
export const selectEarlierBatches = procedure(
  'documents.earlierBatches',
  {
    args: pageRequestSchema.extend({ profileId: z.string() }),
    result: pageOf(earlierRow),
  },
  (database, { profileId, offset, limit }) => {
    const total = database.get('SELECT count(*) AS total FROM batch WHERE profile_id = $profileId', {
      profileId,
    });
    const rows = database.all(
      `WITH page AS MATERIALIZED (
         SELECT id, number, state, created_at AS "createdAt", dropped_by AS "droppedBy", ${isOpenSql} AS open
         FROM batch WHERE profile_id = $profileId ORDER BY open DESC, id DESC LIMIT $limit OFFSET $offset)
       SELECT page.*, count(d.id) AS documents, ${countsSql}
       FROM page LEFT JOIN document d ON d.batch_id = page.id
       GROUP BY page.id ORDER BY page.open DESC, page.id DESC`,
      { profileId, offset, limit },
    );
    return { total: total?.['total'], rows };
  },
);
