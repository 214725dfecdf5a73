/** @file Compares the rows of a CSV statement with proofs, with the real parsers and without a running Paydesk. */

import { readAnswer } from '../../../src/main/features/proofs/extraction/read-answer.ts';
import { toListedProof } from '../../../src/main/features/proofs/proof-index.ts';
import { parseStoredVersion } from '../../../src/main/features/proofs/proof-metadata.ts';
import { compareStatement, describeRow } from '../../../src/main/features/statements/agreement/agreements.ts';
import { StatementSession } from '../../../src/main/statement-engine/process/session.ts';
import { openTable } from '../../../src/main/statement-engine/read/table.ts';
import type { ListedProof } from '../../../src/shared/model/proofs/listed-proof.ts';
import type { ProofState } from '../../../src/shared/model/proofs/proof.ts';
import type { RowAgreement } from '../../../src/shared/model/statements/agreement.ts';

/** Facts about the sealed file. */
const sealed = { size: 1, sha256: '0'.repeat(64), header: '0'.repeat(64), sealedAt: 0 };

/** Reads a proof as the service sends it. Returns what the list of proofs has for a reference with this proof. */
export async function readProof({ pop, type = 'SWIFT' }: { readonly pop: string; readonly type?: string }) {
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop, type })));
  const id = '00000000-0000-4000-8000-000000000000';
  const about = { profileId: 'p', reference: '', fetchedAt: 0, reading, longText: false };
  const version = parseStoredVersion({ id, kind: 'proof', about, ...sealed });
  if (version === null) throw new Error('The proof was not read');
  return (reference: string): ListedProof => {
    const listed = { id: 1, reference, state: 'saved' as const, error: null, requestedAt: 0 };
    const searchText = '';
    return toListedProof({ ...listed, storedVersions: [version], statementPayment: null, searchText });
  };
}

/** Reads the proof of a reference as the service sends it. */
export async function listProof(
  reference: string,
  answer: { readonly pop: string; readonly type?: string },
): Promise<ListedProof> {
  return (await readProof(answer))(reference);
}

/** Returns a reference without a proof. */
export function listReference(state: ProofState): ListedProof {
  return { id: 1, state, version: null };
}

/** Compares all rows; returns the comparison of each row by its number, `null` for a row without a reference. */
export async function compareCsv(
  csv: string | Uint8Array,
  proofs: Pick<ReadonlyMap<string, ListedProof>, 'get'>,
  currency: string | null = null,
) {
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : new Uint8Array(csv);
  const session = new StatementSession({ bytes, table: openTable(bytes) });
  const pages = session.payments(session.roles.reference);
  const findProof = (reference: string) => proofs.get(reference) ?? null;
  const readRows = async (from: number, limit: number) => pages.page(from, limit);
  const agreements = await compareStatement({ rows: session.table.rows, currency, findProof, readRows });
  const rows = Array.from({ length: session.table.rows }, (_, number): RowAgreement | null => {
    const [row] = pages.page(number, 1).rows;
    return row?.row === number ? describeRow(row, agreements, findProof) : null;
  });
  return { agreements, rows };
}
