import { expectAttachedDespite, randomFaults } from '../../faults/random-faults.ts';
import { test } from '../../integration/features/documents/company-test.ts';

const allFaults = ['all of these faults', Object.values(randomFaults)] as const;

test.for([...Object.entries(randomFaults).map(([name, fault]) => [name, [fault]] as const), allFaults])(
  'three batches attach every document once despite %s',
  ([, faults], { paydesk }) =>
    expectAttachedDespite(paydesk, { faults, labels: ['A', 'B', 'C'], documents: 40 }),
);
