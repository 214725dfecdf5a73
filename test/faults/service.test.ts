/** @file Faults of the service that hit a random share of all calls: every document is attached once after each. */
import { test } from '../integration/features/documents/company-test.ts';
import { expectAttachedDespite, randomFaults } from './random-faults.ts';

test('two batches attach every document once despite all faults of the service', ({ paydesk }) =>
  expectAttachedDespite(paydesk, { faults: Object.values(randomFaults), labels: ['A', 'B'], documents: 20 }));
