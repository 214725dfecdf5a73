/** @file Batches that are sent while the service fails at random. */
import { expect } from 'vitest';
import type { CompanyTest } from '../integration/features/documents/company-test.ts';
import { sampleDocuments } from '../integration/features/documents/documents-fixture.ts';
import type { Fault } from '../practice/faults.ts';
import { expectAttached, finishBatch } from './finish-batch.ts';

/** Faults that hit a random share of all calls. */
export const randomFaults = {
  '503 on 5 % of calls': { kind: 'status', status: 503, probability: 0.05 },
  'a connection reset on 2 % of calls': { kind: 'reset', at: 'headers', probability: 0.02 },
  'a connection reset in the body of 2 % of calls': { kind: 'reset', at: 'body', probability: 0.02 },
  'hanging calls (1 %)': { kind: 'hang', probability: 0.01 },
  'calls that hang after their effect (1 %)': { kind: 'effect-then-hang', probability: 0.01 },
} as const satisfies Record<string, Fault>;

/** Sends one batch for each label, and expects every document at the service once. */
export async function expectAttachedDespite(
  paydesk: CompanyTest['paydesk'],
  { faults, labels, documents }: { faults: readonly Fault[]; labels: readonly string[]; documents: number },
): Promise<void> {
  const fixture = await paydesk.openCompany({
    simulator: { seed: 5, recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
  });
  fixture.simulator.faults.set('everything', ...faults);
  const batches: { label: string; files: Record<string, Buffer>; batchId: number }[] = [];
  for (const label of labels) {
    const files = sampleDocuments(documents, `${label} `);
    const { batchId } = await fixture.send(files, label);
    batches.push({ label, files, batchId });
  }
  for (const { batchId } of batches) await finishBatch(fixture, batchId);
  expect(fixture.simulator.calls().some(({ fault }) => fault !== null)).toBe(true);
  for (const { label, files, batchId } of batches)
    await expectAttached(fixture, batchId, files, `rcp-${label}`);
}
