/** @file Methods of the statement engine that check statements. */
import { z } from 'zod';
import {
  checkPointSchema,
  combinedChecksSchema,
} from '../../../../shared/model/statements/open-statement.ts';
import { count, handle, remembered, rowNumbers, sourceSchema } from './fields.ts';

/** Facts about a statement from outside its file. */
const factsSchema = z.object({
  walletId: z.number(),
  companyId: z.string(),
  /** Currency of the wallet, or `null` when the service did not list the wallet. */
  currency: z.string().nullable(),
  /** Calendar dates. */
  since: z.string(),
  till: z.string(),
  /** Announced by the event, or `null`. */
  transactions: z.number().nullable(),
  /** Size in bytes at the time of storing. */
  size: z.number().nullable(),
  /** SHA-256 at the time of storing. */
  sha256: z.string().nullable(),
});

export type StatementFacts = z.infer<typeof factsSchema>;

/** Calendar dates. */
const periodSchema = z.object({ since: z.string(), till: z.string() });

export const checkMethods = {
  check: { args: z.object({ handle, facts: factsSchema }), result: z.array(checkPointSchema) },
  /** Checks a file of pages, which is not opened here. */
  checkPages: {
    args: z.object({ source: sourceSchema, facts: factsSchema }),
    result: z.array(checkPointSchema),
  },
  /** Checks every statement of a table, and that they follow each other. */
  checkUnion: {
    args: z.object({ handle, facts: z.array(factsSchema) }),
    result: combinedChecksSchema,
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
  /**
   * Finds rows of another file in the open statement by their whole text. Rows of both count from the first row of their
   * file; `noRow` for a row that the open statement does not have.
   */
  sameRows: {
    args: z.object({
      handle,
      source: sourceSchema,
      remembered,
      /** Number of rows of the other file when its rows were numbered; read differently, it has no same rows. */
      fileRows: count,
      rows: rowNumbers,
    }),
    result: rowNumbers,
  },
} as const;
