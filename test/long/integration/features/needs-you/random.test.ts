import { test } from 'vitest';
import { runRandomClerk } from '../../../../integration/features/needs-you/random-clerk.ts';

test.each([1, 2, 3, 4])(
  'the list contains exactly the unfinished statements, proofs and beneficiaries after random actions and faults (seed %i)',
  (seed) => runRandomClerk(seed, 40),
);
