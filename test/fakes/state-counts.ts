/** @file The numbers of documents that triggers keep, for comparison with the documents. */
import { z } from 'zod';
import type { Database } from '../../src/main/storage/store/database.ts';

const countsSchema = z.array(
  z.object({ batch_id: z.number(), state: z.string(), assigned: z.number(), documents: z.number() }),
);

/** Returns the kept numbers other than zero, and the numbers counted from the documents, in the same order. */
export function readStateCounts(database: Pick<Database, 'all'>) {
  const kept = database.all(
    `SELECT batch_id, state, assigned, documents FROM document_state_count WHERE documents <> 0 ORDER BY 1, 2, 3`,
  );
  const counted = database.all(
    `SELECT batch_id, state, beneficiary_id IS NOT NULL AS assigned, count(*) AS documents
     FROM document GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return { kept: countsSchema.parse(kept), counted: countsSchema.parse(counted) };
}
