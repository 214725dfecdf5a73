import { test } from 'vitest';
import { expectRandomHistory } from '../../../../integration/features/documents/random-history.ts';

const randomSeed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

test.for([1, 2, 3, 4, randomSeed])(
  'random actions and faults never lose a document, hide an unfinished one or attach one twice (seed %i)',
  (seed) => expectRandomHistory(seed, 40),
);
