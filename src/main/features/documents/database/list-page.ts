/**
 * @file Finds the documents of a page of a list. The window requests pages several times a second during uploads, so
 * in the default order only documents of the page are read: triggers keep the number of documents in each state, and an
 * index has the documents of a state in order.
 */
import { z } from 'zod';
import type { DocumentFilter, DocumentSort } from '../../../../shared/contract/documents.ts';
import {
  type DocumentGroup,
  type DocumentState,
  documentStateSchema,
  groupOf,
} from '../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { fold } from '../../../../shared/model/fold.ts';
import type { PageRequest } from '../../../../shared/model/paging.ts';
import { flagColumn } from '../../../storage/store/columns.ts';
import type { Database, Row, Values } from '../../../storage/store/database.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { contextJoinsSql, documentsSql, groupSql, rankOf, rankSql } from './group-sql.ts';

/** The condition of a filter over {@link documentsSql}, to be used with {@link filterValues}. */
export const filterSql = `d.batch_id = $batchId AND ($group IS NULL OR ${groupSql} = $group)
  AND ($reason IS NULL OR d.reason ->> 'code' = $reason)
  AND ($text = '' OR instr(d.folded, $text) > 0 OR instr(coalesce(y.folded_label, ''), $text) > 0
    OR instr(coalesce(y.folded_id, ''), $text) > 0)`;

/** The values of {@link filterSql}. */
export function filterValues(batchId: number, filter: DocumentFilter): Values {
  return { batchId, group: filter.group, reason: filter.reason ?? null, text: fold(filter.text) };
}

/** A page of a list. */
interface ListRequest extends PageRequest {
  readonly batchId: number;
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
}

const newestFirstSql = `CASE WHEN d.state IN ${sqlList(documentSets.newestFirst)} THEN -d.changed_at ELSE d.id END`;

function orderSql({ by, descending }: DocumentSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  switch (by) {
    case 'state':
      return `${rankSql} ${direction}, ${newestFirstSql}, d.id`;
    case 'name':
      return `d.folded ${direction}, d.id`;
    case 'beneficiary':
      return `y.folded_label IS NULL, y.folded_label ${direction}, d.folded, d.id`;
    case 'size':
      return `d.size ${direction}, d.id`;
  }
}

/** Returns the IDs of the documents of a page, in order, and the total. */
export function findPage(database: Database, request: ListRequest): { total: number; ids: number[] } {
  const { batchId, filter, sort } = request;
  const values = filterValues(batchId, filter);
  if (values['text'] !== '' || values['reason'] !== null) {
    const counted = database.get(`SELECT count(*) AS total FROM ${documentsSql} WHERE ${filterSql}`, values);
    return { total: Number(counted?.['total']), ids: findIdsByScan(database, request, values) };
  }
  const parts = countParts(database, batchId);
  const total = sumDocuments(parts.filter(({ group }) => filter.group === null || group === filter.group));
  const ids =
    sort.by === 'state' ? findIdsByState(database, request, parts) : findIdsByScan(database, request, values);
  return { total, ids };
}

function findIdsByScan(database: Database, { sort, offset, limit }: ListRequest, values: Values): number[] {
  return idsOf(
    database.all(
      `SELECT d.id FROM ${documentsSql} WHERE ${filterSql} ORDER BY ${orderSql(sort)} LIMIT $limit OFFSET $offset`,
      { ...values, limit, offset },
    ),
  );
}

/** Documents of a batch with the same place in the default order. */
interface ListPart {
  readonly rank: number;
  readonly group: DocumentGroup;
  readonly state: DocumentState;
  readonly documents: number;
}

const stateCountsSchema = z.array(
  z.object({ state: documentStateSchema, assigned: flagColumn, documents: z.number() }),
);
const heldCountsSchema = z.array(z.object({ state: documentStateSchema, documents: z.number() }));

/**
 * Counts the documents of a batch by everything that decides their place in the default order. Visits only documents
 * of beneficiaries on hold.
 */
function countParts(database: Database, batchId: number): ListPart[] {
  const batch = database.get('SELECT started_at AS "startedAt" FROM batch WHERE id = $batchId', { batchId });
  const started = batch !== undefined && batch['startedAt'] !== null;
  const held = new Map(
    heldCountsSchema
      .parse(database.all(heldCountsSql, { batchId }))
      .map(({ state, documents }) => [state, documents]),
  );
  return stateCountsSchema
    .parse(database.all(stateCountsSql, { batchId }))
    .flatMap(({ state, assigned, documents }) => {
      const heldDocuments = assigned ? (held.get(state) ?? 0) : 0;
      const partOf = (isHeld: boolean, count: number) => {
        const context = { started, assigned, held: isHeld };
        return { rank: rankOf(state, context), group: groupOf(state, context), state, documents: count };
      };
      return [partOf(true, heldDocuments), partOf(false, documents - heldDocuments)];
    })
    .filter(({ documents }) => documents > 0);
}

const stateCountsSql =
  'SELECT state, assigned, documents FROM document_state_count WHERE batch_id = $batchId';
const heldCountsSql = `SELECT d.state, count(*) AS documents
  FROM held_beneficiary h CROSS JOIN document d INDEXED BY document_beneficiary
    ON d.beneficiary_id = h.id AND d.batch_id = $batchId
  GROUP BY d.state`;

function sumDocuments(parts: readonly ListPart[]): number {
  return parts.reduce((sum, { documents }) => sum + documents, 0);
}

/** Finds the page in the default order; reads only the documents of the ranks that overlap the page. */
function findIdsByState(database: Database, request: ListRequest, allParts: readonly ListPart[]): number[] {
  const { filter, sort, limit } = request;
  const listedParts = allParts.filter(({ group }) => filter.group === null || group === filter.group);
  const ranks = [...new Set(listedParts.map(({ rank }) => rank))].sort((a, b) => a - b);
  if (sort.descending) ranks.reverse();
  const ids: number[] = [];
  let offset = request.offset;
  for (const rank of ranks) {
    const parts = listedParts.filter((part) => part.rank === rank);
    const documents = sumDocuments(parts);
    if (offset < documents && ids.length < limit) {
      const states = [...new Set(parts.map(({ state }) => state))];
      const areStatesWhole =
        documents === sumDocuments(allParts.filter(({ state }) => states.includes(state)));
      const values = {
        batchId: request.batchId,
        offset,
        limit: limit - ids.length,
        ...(areStatesWhole ? {} : { rank, group: filter.group }),
      };
      ids.push(...idsOf(database.all(buildPageSql(states, areStatesWhole), values)));
    }
    offset = Math.max(0, offset - documents);
  }
  return ids;
}

/**
 * Returns a query for a page of documents in some states: of all of them, or of those with $rank and $group. The index
 * has the documents of each state in the order of the list, so that the query merges them and stops after the page.
 */
function buildPageSql(states: readonly DocumentState[], areStatesWhole: boolean): string {
  const joinsSql = areStatesWhole ? '' : contextJoinsSql;
  const partSql = areStatesWhole ? '' : `AND ${rankSql} = $rank AND ($group IS NULL OR ${groupSql} = $group)`;
  const selects = states.map(
    (state) => `SELECT d.id AS id, ${newestFirstSql} AS place
      FROM document d INDEXED BY document_order ${joinsSql}
      WHERE d.batch_id = $batchId AND d.state = '${state}' ${partSql}`,
  );
  return `${selects.join(' UNION ALL ')} ORDER BY place, id LIMIT $limit OFFSET $offset`;
}

function idsOf(rows: readonly Row[]): number[] {
  return rows.map((row) => Number(row['id']));
}
