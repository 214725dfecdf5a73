/** @file Pages of documents, and the details of one document. */
import { z } from 'zod';
import {
  type DocumentFilter,
  documentEventSchema,
  documentFilterSchema,
  documentRowSchema,
  documentSortSchema,
  type ListedRows,
  listedDocumentsSchema,
  listedRowsSchema,
  reasonCountSchema,
  type Selection,
} from '../../../../shared/contract/documents.ts';
import {
  assignedBySchema,
  documentGroupSchema,
  documentReasonSchema,
  documentWarningSchema,
} from '../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { packIds, unpackIds } from '../../../../shared/model/id-set.ts';
import { pageOf, pageRequestSchema } from '../../../../shared/model/paging.ts';
import { flagColumn, jsonColumn, timeColumn } from '../../../storage/store/columns.ts';
import type { Database, Row, Values } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { documentsSql, groupSql } from './group-sql.ts';
import { filterSql, filterValues, findPage } from './list-page.ts';

const id = z.number().int();

/** Moves the beneficiary's columns of a joined row into an object of their own. */
function nestBeneficiary(row: Row): Record<string, unknown> {
  const { beneficiaryId, label, recipientId, ...rest } = row;
  return { ...rest, beneficiary: beneficiaryId === null ? null : { id: beneficiaryId, label, recipientId } };
}

const columns = `d.id, d.name, d.folder, d.size, d.kind, d.state, ${groupSql} AS "group", d.reason, d.warnings,
  y.id AS "beneficiaryId", y.label, y.recipient_id AS "recipientId", d.retry_at AS "retryAt",
  d.changed_at AS "changedAt",
  CASE WHEN d.state = 'stored' THEN (SELECT count(*) FROM document o
    WHERE o.batch_id = d.batch_id AND o.beneficiary_id = d.beneficiary_id
      AND o.state IN ${sqlList(documentSets.delayingAttach)}) END AS "attachesAfter"`;

const rowSchema = documentRowSchema.extend({
  reason: jsonColumn(documentReasonSchema).nullable(),
  warnings: jsonColumn(z.array(documentWarningSchema)),
  retryAt: timeColumn.nullable(),
  changedAt: timeColumn,
});

const isInIdsSql = 'd.id IN (SELECT value FROM json_each($ids))';

/** The condition of a selection over {@link documentsSql}, to be used with {@link selectionValues}. */
export function selectionSql({ kind }: Selection): string {
  switch (kind) {
    case 'some':
      return `d.batch_id = $batchId AND ${isInIdsSql}`;
    case 'all':
      return filterSql;
    case 'ticked':
      return `${filterSql} AND ${isInIdsSql} AND ${groupSql} IN (SELECT value FROM json_each($groups))`;
  }
}

/** The values of {@link selectionSql}. */
export function selectionValues(batchId: number, selection: Selection): Values {
  switch (selection.kind) {
    case 'some':
      return { batchId, ids: JSON.stringify(selection.ids) };
    case 'all':
      return filterValues(batchId, selection.filter);
    case 'ticked':
      return {
        ...filterValues(batchId, selection.filter),
        ids: JSON.stringify(unpackIds(selection.ids)),
        groups: JSON.stringify(selection.groups),
      };
  }
}

const listedIdsColumn = jsonColumn(z.array(id));

/** Returns the IDs of listed documents, grouped by the properties that decide which actions the clerk can choose. */
export const groupListedDocuments = procedure(
  'documents.listed',
  {
    args: z.object({ batchId: id, filter: documentFilterSchema, rows: listedRowsSchema }),
    result: z.array(listedDocumentsSchema.extend({ assigned: flagColumn })),
  },
  (database, { batchId, filter, rows }) => {
    const ids = findListedIds(database, batchId, filter, rows);
    const groups = database.all(
      `SELECT ${groupSql} AS "group", d.state, d.beneficiary_id IS NOT NULL AS assigned, json_group_array(d.id) AS ids
       FROM ${documentsSql} WHERE ${filterSql} ${ids === null ? '' : `AND ${isInIdsSql}`} GROUP BY 1, 2, 3`,
      { ...filterValues(batchId, filter), ...(ids === null ? {} : { ids: JSON.stringify(ids) }) },
    );
    // Packed here to keep parsing in the main thread short.
    return groups.map((group) => ({ ...group, ids: packIds(listedIdsColumn.parse(group['ids'])) }));
  },
);

function findListedIds(
  database: Database,
  batchId: number,
  filter: DocumentFilter,
  rows: ListedRows,
): readonly number[] | null {
  switch (rows.kind) {
    case 'all':
      return null;
    case 'ids':
      return unpackIds(rows.ids);
    case 'range': {
      const { sort, from, to } = rows;
      return findPage(database, { batchId, filter, sort, offset: from, limit: Math.max(0, to - from + 1) })
        .ids;
    }
  }
}

/** A page of the documents of a batch. */
export const listDocuments = procedure(
  'documents.list',
  {
    args: pageRequestSchema.extend({ batchId: id, filter: documentFilterSchema, sort: documentSortSchema }),
    result: pageOf(rowSchema),
  },
  (database, request) => {
    // Finds the IDs of the page first, so that complete rows are not sorted.
    const { total, ids } = findPage(database, request);
    const rows = database.all(
      `SELECT ${columns} FROM ${documentsSql} WHERE d.id IN (SELECT value FROM json_each($ids))`,
      { ids: JSON.stringify(ids) },
    );
    const positionById = new Map(ids.map((documentId, index) => [documentId, index]));
    const positionOf = (row: Row) => positionById.get(Number(row['id'])) ?? 0;
    return { total, rows: rows.sort((a, b) => positionOf(a) - positionOf(b)).map(nestBeneficiary) };
  },
);

/** Counts the documents of a batch, or of one of its groups, by reason; the most frequent reason first. */
export const countReasons = procedure(
  'documents.reasons',
  {
    args: z.object({ batchId: id, group: documentGroupSchema.nullable() }),
    result: z.array(reasonCountSchema),
  },
  (database, args) =>
    database.all(
      `SELECT d.reason ->> 'code' AS code, count(*) AS documents FROM ${documentsSql}
       WHERE d.batch_id = $batchId AND d.reason IS NOT NULL AND ($group IS NULL OR ${groupSql} = $group)
       GROUP BY 1 ORDER BY documents DESC, code`,
      args,
    ),
);

/** Files of a batch that are read as lists. */
export const selectListFiles = procedure(
  'documents.listFiles',
  {
    args: z.object({ batchId: id }),
    result: z.array(
      z.object({ documentId: id, name: z.string(), holds: z.enum(['beneficiaries', 'files']), lines: id }),
    ),
  },
  (database, args) =>
    database.all(
      `SELECT id AS "documentId", name, replace(reason ->> 'code', 'list-of-', '') AS holds,
         reason ->> '$.facts.lines' AS lines
       FROM document WHERE batch_id = $batchId AND state = 'excluded'
         AND reason ->> 'code' IN ('list-of-beneficiaries', 'list-of-files') ORDER BY id LIMIT 20`,
      args,
    ),
);

const detailSchema = rowSchema.extend({
  path: z.string(),
  batchId: id,
  sha256: z.string().nullable(),
  assignedBy: assignedBySchema.nullable(),
  sizeBefore: id.nullable(),
  siblings: z.object({ stored: id, failed: id }),
  history: z.array(
    documentEventSchema.extend({ at: timeColumn, reason: jsonColumn(documentReasonSchema).nullable() }),
  ),
});

/** Returns a document with its history and its siblings; `null` when there is none. */
export const selectDetail = procedure(
  'documents.detail',
  { args: z.object({ documentId: id }), result: detailSchema.nullable() },
  (database, { documentId }) => {
    const row = database.get(
      `SELECT ${columns}, d.path, d.batch_id AS "batchId", d.sha256, d.assigned_by AS "assignedBy",
         d.size_before AS "sizeBefore" FROM ${documentsSql} WHERE d.id = $documentId`,
      { documentId },
    );
    if (row === undefined) return null;
    const history = database.all(
      'SELECT at, kind, reason, by FROM document_event WHERE document_id = $documentId ORDER BY id DESC LIMIT 200',
      { documentId },
    );
    const siblings = database.get(
      `SELECT count(*) FILTER (WHERE o.state = 'stored') AS stored, count(*) FILTER (WHERE o.state = 'failed') AS failed
       FROM document d JOIN document o ON o.batch_id = d.batch_id AND o.beneficiary_id = d.beneficiary_id
       WHERE d.id = $documentId`,
      { documentId },
    );
    return { ...nestBeneficiary(row), siblings, history };
  },
);

const exportRow = rowSchema.extend({
  path: z.string(),
  sha256: z.string().nullable(),
  key: z.string().nullable(),
});

/** A page of the documents of a batch in the order of their IDs, after a given ID, for the export. */
export const selectExportPage = procedure(
  'documents.exportRun',
  { args: z.object({ batchId: id, after: id, limit: id }), result: z.array(exportRow) },
  (database, args) =>
    database
      .all(
        `SELECT ${columns}, d.path, d.sha256, d.key FROM ${documentsSql}
         WHERE d.batch_id = $batchId AND d.id > $after ORDER BY d.id LIMIT $limit`,
        args,
      )
      .map(nestBeneficiary),
);
