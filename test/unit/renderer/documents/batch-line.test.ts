import { expect, test } from 'vitest';
import { batchLine } from '../../../../src/renderer/features/documents/batches/batch-line.ts';
import { batchStateSchema } from '../../../../src/shared/model/documents/batch.ts';
import { rowsOf } from '../../rows-of.ts';
import { batchOf } from './batches.ts';

/** Counts of a batch or of the states of its documents, and the title and the facts of its line. */
const lines = `
checking => documents 12, checking 5, rejected 1 => Checking 12 files | 7 of 12 checked | 1 not accepted
draft => documents 4, unassigned 1, assigned 3 => 1 of 4 files is not assigned
draft => documents 4, assigned 4, beneficiaries 2 => 4 documents for 2 beneficiaries
running => documents 5, queued 1, problem 2, attached 2, beneficiaries 2 => Sending 5 files to 2 beneficiaries
running => documents 5, problem 3, attached 2 => 3 of 5 files wait for you
running => documents 3, stored 2, missing 1, withheld 2 => 1 of 3 files waits for you | 0 attached, 0 beneficiaries complete | 2 stored, held back
running => documents 2, stored 2, withheld 2 => 2 of 2 files wait for you | 0 attached, 0 beneficiaries complete | 2 stored, held back
running => documents 4, queued 1, stored 2, missing 1, withheld 2, beneficiaries 1 => Sending 4 files to 1 beneficiary | 0 attached, 0 beneficiaries complete | 2 stored, held back
done => attached 3, excluded 1, beneficiaries 1 => 3 documents attached to 1 beneficiary | 1 excluded
done => attached 3, excluded 1, rejected 2, beneficiaries 1 => 3 documents attached to 1 beneficiary | 2 not sent | 1 excluded
done => attached 3, cancelled 2, excluded 1, beneficiaries 1 => 3 documents attached to 1 beneficiary | 2 cancelled | 1 excluded
done-with-problems => attached 2, problem 1, beneficiaries 2 => 2 of 3 documents for 2 beneficiaries are attached | 1 needs you
cancelled => documents 0 => Cancelled before anything was attached
cancelled => attached 4, problem 2, cancelled 8, excluded 3 => Cancelled: 4 documents attached | 3 left out
cancelled => attached 4, problem 2, cancelled 8, excluded 3, unknown 1 => Cancelled: 4 documents attached | 1 needs you | 3 left out
`;

test.each(rowsOf(lines))(
  'the status line of a batch that is %s, with %s, is: %s',
  (state, numbers = '', line = '') => {
    const counts = Object.fromEntries(
      [...numbers.matchAll(/(\w+) (\d+)/g)].map(([, name, n]) => [name, Number(n)]),
    );
    const { documents = 0, beneficiaries = 0, withheld = 0, missing = 0, ...ofStates } = counts;
    const found = batchLine(
      batchOf({
        state: batchStateSchema.parse(state),
        documents,
        beneficiaries,
        withheld,
        counts: { ...ofStates, 'waiting-for-file': missing },
      }),
    );
    const [title, ...facts] = line.split(' | ');
    expect(found.title).toBe(title);
    if (facts.length > 0) expect(found.facts).toEqual(facts);
  },
);

test('the documents of a cancelled batch are stored, still being attached, or never sent', () => {
  const cancellation = { attached: 4, attaching: 1, unknown: 1, stored: 2, uploading: 3, notSent: 1200 };
  const counts = { attached: 4, stored: 1, unknown: 1, cancelled: 1205 };
  const facts =
    '1 needs you|1 being attached|2 stored without a beneficiary|3 stopped during the upload|1,200 not sent';
  expect(batchLine(batchOf({ state: 'cancelled', counts, cancellation })).facts).toEqual(facts.split('|'));
});
