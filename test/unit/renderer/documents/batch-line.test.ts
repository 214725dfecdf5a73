import { expect, test } from 'vitest';
import { batchLine } from '../../../../src/renderer/features/documents/batch-line.ts';
import { batchOf } from './batches.ts';

const ended = { attached: 4, problem: 2, cancelled: 8, excluded: 3 };

test.each<[what: string, batch: Parameters<typeof batchOf>[0], title: string, facts?: readonly string[]]>([
  [
    'the progress of the check',
    { state: 'checking', documents: 12, counts: { checking: 5, rejected: 1 } },
    'Checking 12 files',
    ['7 of 12 checked', '1 not accepted'],
  ],
  [
    'unassigned ones',
    { documents: 4, counts: { unassigned: 1, assigned: 3 } },
    '1 of 4 files is not assigned',
  ],
  [
    'the beneficiaries of assigned documents',
    { documents: 4, counts: { assigned: 4 }, beneficiaries: 2 },
    '4 documents for 2 beneficiaries',
  ],
  [
    'documents that are sent',
    { state: 'running', documents: 5, counts: { queued: 1, problem: 2, attached: 2 }, beneficiaries: 2 },
    'Sending 5 files to 2 beneficiaries',
  ],
  [
    'that no document is in progress',
    { state: 'running', documents: 5, counts: { problem: 3, attached: 2 } },
    '3 of 5 files wait for you',
  ],
  [
    'that all documents are attached',
    { state: 'done', counts: { attached: 3, excluded: 1 }, beneficiaries: 1 },
    '3 documents attached to 1 beneficiary',
    ['1 excluded'],
  ],
  [
    'documents that were not sent',
    { state: 'done', counts: { attached: 3, excluded: 1, rejected: 2 }, beneficiaries: 1 },
    '3 documents attached to 1 beneficiary',
    ['2 not sent', '1 excluded'],
  ],
  [
    'cancelled documents separately from excluded documents',
    { state: 'done', counts: { attached: 3, cancelled: 2, excluded: 1 }, beneficiaries: 1 },
    '3 documents attached to 1 beneficiary',
    ['2 cancelled', '1 excluded'],
  ],
  [
    'that some documents are attached',
    { state: 'done-with-problems', counts: { attached: 2, problem: 1 }, beneficiaries: 2 },
    '2 of 3 documents for 2 beneficiaries are attached',
    ['1 needs you'],
  ],
  ['a cancellation before the first one', { state: 'cancelled' }, 'Cancelled before anything was attached'],
  [
    'a cancellation',
    { state: 'cancelled', counts: ended },
    'Cancelled: 4 documents attached',
    ['3 left out'],
  ],
  [
    'only unknown outcomes of a cancelled batch as needing the clerk',
    { state: 'cancelled', counts: { ...ended, unknown: 1 } },
    'Cancelled: 4 documents attached',
    ['1 needs you', '3 left out'],
  ],
  [
    'the documents of a cancelled batch that are stored, still being attached, or never sent',
    {
      state: 'cancelled',
      counts: { attached: 4, stored: 1, unknown: 1, cancelled: 1205 },
      cancellation: { attached: 4, attaching: 1, unknown: 1, stored: 2, uploading: 3, notSent: 1200 },
    },
    'Cancelled: 4 documents attached',
    [
      '1 needs you',
      '1 being attached',
      '2 stored without a beneficiary',
      '3 stopped during the upload',
      '1,200 not sent',
    ],
  ],
])('the status line of a batch shows %s', (_what, batch, title, facts) => {
  const line = batchLine(batchOf(batch));
  expect(line.title).toBe(title);
  if (facts !== undefined) expect(line.facts).toEqual(facts);
});
