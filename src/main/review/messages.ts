/** @file Methods of the review process, with the schemas of their arguments and results. */
import { z } from 'zod';
import {
  checkPointSchema,
  openedSchema,
  readOptionsSchema,
  readPreviewSchema,
  reviewRowSchema,
  sumsSchema,
  viewSchema,
} from '../../shared/model/review.ts';
import { fileShapeSchema, rememberedReadingSchema } from './file-shape.ts';

/** Grant to open one encrypted file of the library. Secret. */
export const grantSchema = z.object({
  path: z.string(),
  id: z.string(),
  size: z.number(),
  sha256: z.string(),
  header: z.string(),
  key: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

const count = z.number().int().min(0);
const remembered = rememberedReadingSchema.nullable().default(null);

/** A choice of rows. */
const rowChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('view') }),
  z.object({ kind: z.literal('some'), rows: z.array(count) }),
  z.object({ kind: z.literal('but'), rows: z.array(count) }),
  z.object({ kind: z.literal('places'), from: count, to: count }),
]);

/** Where the bytes of a file come from. */
export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sealed'), grant: grantSchema }),
  z.object({ kind: z.literal('bytes'), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
]);

export type Source = z.infer<typeof sourceSchema>;

const factsSchema = z.object({
  walletId: z.number(),
  companyId: z.string(),
  since: z.string(),
  till: z.string(),
  transactions: z.number().nullable(),
  size: z.number().nullable(),
  sha256: z.string().nullable(),
});

const handle = z.number().int();
/** Calendar dates. */
const periodSchema = z.object({ since: z.string(), till: z.string() });

/** Schemas of every method. */
export const reviewMethods = {
  /** Opens a file under a handle and closes the file that was open under it. */
  open: {
    args: z.object({
      handle,
      source: sourceSchema,
      options: readOptionsSchema,
      /** Replaces the options if it fits the file. */
      remembered,
    }),
    result: z.object({
      opened: openedSchema,
      use: z.enum(['none', 'applied', 'unfit']),
      shape: fileShapeSchema,
    }),
  },
  close: { args: z.object({ handle }), result: z.null() },
  /** The first rows before the header, as text. */
  linesBefore: {
    args: z.object({ handle, most: count }),
    result: z.object({ lines: z.array(z.string()), of: count }),
  },
  view: {
    args: z.object({ handle, view: viewSchema }),
    result: z.object({ rows: count, hits: count, cells: count }),
  },
  window: {
    args: z.object({ handle, offset: count, limit: count.max(200) }),
    result: z.array(reviewRowSchema),
  },
  /** The numbers of the chosen rows in their order, which stay the same whatever the view becomes. */
  numbers: {
    args: z.object({ handle, choice: rowChoiceSchema }),
    result: z.custom<Uint32Array>((value) => value instanceof Uint32Array),
  },
  hit: { args: z.object({ handle, index: count }), result: z.number().int().nullable() },
  sums: {
    args: z.object({ handle, column: count, choice: rowChoiceSchema }),
    result: sumsSchema,
  },
  /** Whole rows, for copying and exporting. */
  rows: {
    args: z.object({ handle, choice: rowChoiceSchema, offset: count, limit: count.max(2_000) }),
    result: z.array(z.array(z.string())),
  },
  cells: {
    args: z.object({ handle, column: count, choice: rowChoiceSchema, most: count.max(10_000) }),
    result: z.array(z.string()),
  },
  /** How the beginning of an open file reads under other options. */
  preview: { args: z.object({ handle, options: readOptionsSchema }), result: readPreviewSchema },
  check: { args: z.object({ handle, facts: factsSchema }), result: z.array(checkPointSchema) },
  /** Checks a file of pages, which is not opened here. */
  checkPages: {
    args: z.object({ source: sourceSchema, facts: factsSchema }),
    result: z.array(checkPointSchema),
  },
  /** Compares the references of an open statement with those of another one of the same wallet. */
  duplicateReferences: {
    args: z.object({
      handle,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      reference: count.nullable(),
      source: sourceSchema,
      remembered,
      own: periodSchema,
      other: periodSchema,
    }),
    /** `null` when one of them has no column of references. */
    result: z
      .object({ rows: z.array(count), theirs: z.array(count), column: count, inQuestion: count })
      .nullable(),
  },
  /** Searches files that need not be open. Files of one shard go to one thread, which caches them. */
  search: {
    args: z.object({
      shard: count,
      files: z.array(z.object({ item: z.string(), source: sourceSchema.nullable(), remembered })).max(64),
      text: z.string(),
      maxHits: count,
    }),
    result: z.object({
      found: z.array(
        z.object({
          item: z.string(),
          hits: z.array(
            z.object({ row: count, column: count, columnName: z.string(), cells: z.array(z.string()) }),
          ),
          /** More hits exist than were returned. */
          more: z.boolean(),
          /** The file could not be read. */
          failed: z.boolean(),
        }),
      ),
      /** Files without a source that are not in the cache. */
      unknown: z.array(z.string()),
    }),
  },
} as const;

/** Name of a method. */
export type MethodName = keyof typeof reviewMethods;

/** True if the text is the name of a method. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(reviewMethods, name);
}
