/** @file Methods of the statement engine that search files, which need not be open. */
import { z } from 'zod';
import { columnLayoutSchema } from '../../../../shared/model/statements/column-layout.ts';
import { statementPaymentSchema } from '../../../../shared/model/statements/statement-payment.ts';
import {
  gapReasonsSchema,
  hitFactsSchema,
  searchFiltersSchema,
} from '../../../../shared/model/statements/statement-search.ts';
import { count, remembered, sourceSchema } from './fields.ts';

/** Result of the search in one file. */
const foundInFileSchema = z.object({
  item: z.string(),
  /** Hits with their rows, or with the line of a page. */
  hits: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('cell'),
        row: count,
        column: count,
        columnName: z.string(),
        cells: z.array(z.string()),
        ...hitFactsSchema.shape,
      }),
      z.object({ kind: z.literal('page'), page: count, text: z.string(), found: z.string() }),
    ]),
  ),
  /** More hits exist than were returned. */
  more: z.boolean(),
  /** The file could not be read. */
  failed: z.boolean(),
  /** Why the file, or a part of it, could not be searched or compared. */
  reasons: gapReasonsSchema,
});

export type FoundInFile = z.infer<typeof foundInFileSchema>;

const foundInFilesSchema = z.object({
  found: z.array(foundInFileSchema),
  /** Files without a source that are not in the cache. */
  unknown: z.array(z.string()),
});

/** Maximum number of files in one request of a search. */
const maxSearchedFiles = 512;

const { from, till, amount, currency } = searchFiltersSchema.shape;
const rowFiltersSchema = z.object({ from, till, amount, currency });

export const searchMethods = {
  /** Finds the payments with the references, in a file that need not be open. */
  payments: {
    args: z.object({
      source: sourceSchema,
      remembered,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      column: columnLayoutSchema.shape.reference,
      references: z.array(z.string()).max(20_000),
    }),
    result: z.array(statementPaymentSchema),
  },
  /** Searches files that need not be open. Files of one shard go to one thread, which caches them. */
  search: {
    args: z.object({
      shard: count,
      files: z
        .array(
          z.object({
            item: z.string(),
            source: sourceSchema.nullable(),
            remembered,
            walletCurrency: z.string().nullable().default(null),
          }),
        )
        .max(maxSearchedFiles),
      text: z.string(),
      /** `null` for a search of the text alone. */
      filters: rowFiltersSchema.nullable().default(null),
      /** Maximum number of hits per file, and of all files. */
      maxHits: count,
      maxTotalHits: count,
    }),
    result: foundInFilesSchema,
  },
  /** Searches the pages of PDFs, in a thread of their own, which caches their texts. */
  searchPages: {
    args: z.object({
      files: z.array(z.object({ item: z.string(), source: sourceSchema.nullable() })).max(maxSearchedFiles),
      text: z.string(),
      maxHits: count,
    }),
    result: foundInFilesSchema,
  },
} as const;
