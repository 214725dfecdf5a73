/**
 * @file Finds the documents of a page of a list. The window requests pages several times a second during uploads, so
 * in the default order only documents near the page are read; the number of those before it comes from the counts.
 */
import { z } from 'zod';
import type { DocumentFilter, DocumentSort } from '../../../../shared/contract/documents.ts';
import { documentGroupSchema, documentStateSchema } from '../../../../shared/model/document.ts';
import { documentSets } from '../../../../shared/model/document-machine.ts';
import { fold } from '../../../../shared/model/fold.ts';
import type { PageRequest } from '../../../../shared/model/paging.ts';
import type { Database, Row, Values } from '../../../store/database.ts';
import { sqlList } from '../../../store/state-sql.ts';
import { countedSql, documentsSql, groupSql, rankSql } from './group-sql.ts';

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

const partSchema = z.object({
  rank: z.number(),
  group: documentGroupSchema,
  state: documentStateSchema,
  documents: z.number(),
});
type ListPart = z.infer<typeof partSchema>;

/** Counts the documents of a batch by everything that decides their place in the default order. */
function countParts(database: Database, batchId: number): ListPart[] {
  const rows = database.all(
    `SELECT ${rankSql} AS rank, ${groupSql} AS "group", d.state, sum(d.documents) AS documents
     FROM ${countedSql} GROUP BY 1, 2, 3`,
    { batchId },
  );
  return z.array(partSchema).parse(rows);
}

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
      const areStatesWhole = parts.every(
        ({ state }) =>
          sumDocuments(parts.filter((part) => part.state === state)) ===
          sumDocuments(allParts.filter((part) => part.state === state)),
      );
      const values = {
        batchId: request.batchId,
        states: JSON.stringify(parts.map(({ state }) => state)),
        offset,
        limit: limit - ids.length,
        ...(areStatesWhole ? {} : { rank, group: filter.group }),
      };
      ids.push(...idsOf(database.all(areStatesWhole ? wholeStatesSql : partialStatesSql, values)));
    }
    offset = Math.max(0, offset - documents);
  }
  return ids;
}

const isInStatesSql = `d.batch_id = $batchId AND d.state IN (SELECT value FROM json_each($states))`;
const rankPageSql = `ORDER BY ${newestFirstSql}, d.id LIMIT $limit OFFSET $offset`;

/** A page of all documents in some states: faster than {@link partialStatesSql}, because it joins no other table. */
const wholeStatesSql = `SELECT d.id FROM document d WHERE ${isInStatesSql} ${rankPageSql}`;
const partialStatesSql = `SELECT d.id FROM ${documentsSql}
  WHERE ${isInStatesSql} AND ${rankSql} = $rank AND ($group IS NULL OR ${groupSql} = $group) ${rankPageSql}`;

function idsOf(rows: readonly Row[]): number[] {
  return rows.map((row) => Number(row['id']));
}
