/**
 * @file Compares the rows of a statement with proofs of payment as Paydesk does, and prints one line of JSON for each row and
 * proof that have a reference in common: whether they agree, and each field that does not. A proof that is of no row has a line
 * without a row. Nothing is sent, stored or changed.
 *
 * Usage: npm run agree -- STATEMENT PROOF…
 */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { normalizeReference } from '../src/main/features/statements/agreement/compare-payment.ts';
import type { ListedProof } from '../src/shared/model/proofs/listed-proof.ts';
import { compareCsv, readProof } from '../test/fakes/statements/compare-proofs.ts';
import { encodePop } from './read/proofs.ts';

const [statement, ...proofs] = process.argv.slice(2);
if (statement === undefined || proofs.length === 0) {
  console.error('Usage: npm run agree -- STATEMENT PROOF…');
  process.exit(2);
}

type IsOfProof = (proof: ListedProof, reference: string) => boolean;

/** True if the proof has the reference in a field of references. */
const hasReference: IsOfProof = ({ version }, reference) =>
  version?.facts.references.some((stated) => normalizeReference(stated) === normalizeReference(reference)) ===
  true;
/** True if the proof states the reference anywhere. */
const statesReference: IsOfProof = ({ version }) => version?.statesReference === true;

const bytes = await readFile(statement);
for (const path of proofs) {
  const list = await readProof({ pop: encodePop(await readFile(path)), type: 'FILE' });
  const compare = async (isOfProof: IsOfProof) => {
    const get = (reference: string) => {
      const proof = list(reference);
      return isOfProof(proof, reference) ? proof : undefined;
    };
    const { rows } = await compareCsv(bytes, { get });
    return rows.flatMap((row, number) => (row === null || row.proofId === null ? [] : { ...row, number }));
  };
  const byField = await compare(hasReference);
  const compared = byField.length > 0 ? byField : await compare(statesReference);
  const pair = { statement, proof: path };
  if (compared.length === 0) console.log(JSON.stringify({ ...pair, row: null, agrees: false, differs: [] }));
  for (const { number: row, reference, state, reason, status, fields } of compared) {
    const differs = fields.filter(({ result }) => result !== 'agrees');
    const standing = status?.standing ?? null;
    const agrees = state === 'agrees';
    console.log(JSON.stringify({ ...pair, row, reference, agrees, state, reason, standing, differs }));
  }
}
