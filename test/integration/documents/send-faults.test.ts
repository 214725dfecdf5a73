import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { RouteName } from '../../../src/main/simulator/route-names.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import type { Fault } from '../../simulator/faults.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const smallDocument = pdf('the document');
/** A document that is read while it is sent. */
const largeDocument = pdf('the document', 9_000_000);
const receivedOnce = (bytes: Buffer) => [
  { name: 'a.pdf', sha256: createHash('sha256').update(bytes).digest('hex') },
];

/** Sends one document while the service fails once. */
async function sendWithFault(
  fixture: DocumentsFixture,
  route: RouteName,
  fault: Fault,
  bytes = smallDocument,
): Promise<number> {
  fixture.simulator.faults.set(route, { ...fault, times: 1 });
  return (await fixture.send({ 'a.pdf': bytes })).batchId;
}

async function historyOf(fixture: DocumentsFixture, batchId: number) {
  const { id } = await fixture.rowOf(batchId, 'a.pdf');
  return (await fixture.call('documents.detail', { documentId: id })).history;
}

test.for<[string, 'uploadDocuments' | 'upload', Fault]>([
  ['500', 'upload', { kind: 'status', status: 500 }],
  ['a connection dropped in the body', 'uploadDocuments', { kind: 'reset', at: 'body' }],
  ['a connection dropped in the body', 'upload', { kind: 'reset', at: 'body' }],
  ['an answer that is cut off', 'upload', { kind: 'reset-in-answer' }],
  ['an effect without an answer', 'uploadDocuments', { kind: 'effect-then-reset' }],
  ['an effect and then 500', 'upload', { kind: 'effect-then-status' }],
])(
  '%s at %s is retried with a new link until the document is attached',
  async ([, route, fault], { fixture }) => {
    const bytes = route === 'upload' ? largeDocument : smallDocument;
    const batchId = await sendWithFault(fixture, route, fault, bytes);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(receivedOnce(bytes));
    expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
    expect(fixture.callsOf('upload')).toHaveLength(route === 'upload' ? 2 : 1);
    expect((await historyOf(fixture, batchId)).map(({ kind }) => kind)).toContain('retrying');
  },
);

test.for([
  ['uploadDocuments', 200],
  ['upload', 511],
  ['login', 200],
] as const)(
  'a web page instead of an answer (%s, %i) pauses the batch until the service answers again',
  async ([route, status], { fixture }) => {
    if (route === 'login') fixture.clock.skip(51 * 60_000);
    fixture.simulator.faults.set(route, { kind: 'html', status });
    const { batchId } = await fixture.send(sampleDocuments(3));
    const summary = await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'web-page' });
    expect(summary.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
    await eventually(async () => {
      const states = (await fixture.rowsOf(batchId)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['ready']));
    });
    fixture.simulator.faults.clear();
    fixture.clock.skip(60_000);
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(3);
    const { history } = await fixture.detailOf(batchId, '1.pdf');
    expect(history.map(({ kind }) => kind)).not.toContain('failed');
  },
);
