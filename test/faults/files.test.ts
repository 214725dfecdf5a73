/** @file A file that changes at any stage of its document: only the checked bytes are ever stored. */
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentState } from '../../src/shared/model/documents/document.ts';
import { eventually } from '../fakes/eventually.ts';
import { pdf } from '../fakes/files/files.ts';
import { test } from '../integration/features/documents/company-test.ts';
import type { DocumentsFixture } from '../integration/features/documents/documents-fixture.ts';
import { expectAttached } from './finish-batch.ts';

const bytes = pdf('the document that was checked');

const fileChanges: Readonly<Record<string, (path: string) => void>> = {
  replaced: (path) => writeFileSync(path, pdf('the document that was swapped')),
  lengthened: (path) => appendFileSync(path, '% more'),
  shortened: (path) => truncateSync(path, 100),
  deleted: (path) => rmSync(path),
};

type PreparedBatch = { readonly fixture: DocumentsFixture; readonly batchId: number };

/** Stages of a document after its check: `reach` brings the document to the stage, `proceed` continues the batch. */
const stages: Readonly<
  Record<
    string,
    { reach(prepared: PreparedBatch): Promise<void>; proceed(prepared: PreparedBatch): Promise<void> }
  >
> = {
  'after its check': {
    reach: async () => undefined,
    proceed: ({ fixture, batchId }) => fixture.startBatch(batchId),
  },
  'while it waits for a retry': {
    async reach({ fixture, batchId }) {
      const fault = { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 } as const;
      fixture.simulator.faults.set('upload', fault);
      await fixture.startBatch(batchId);
      await fixture.untilRow(batchId, 'a.pdf', { state: 'waiting-to-retry' });
    },
    proceed: async ({ fixture }) => fixture.clock.skip(91_000),
  },
  'while it is paused': {
    async reach({ fixture, batchId }) {
      fixture.simulator.faults.set('upload', { kind: 'hang', times: 1 });
      await fixture.startBatch(batchId);
      await fixture.untilRow(batchId, 'a.pdf', { state: 'sending' });
      await fixture.call('documents.batch', { action: 'pause', batchId });
      await fixture.untilRow(batchId, 'a.pdf', { state: 'ready' });
      // A pause can end the upload before it reaches the service; the next upload must not hang in its place.
      fixture.simulator.faults.clear();
    },
    async proceed({ fixture, batchId }) {
      await fixture.call('documents.batch', { action: 'resume', batchId });
    },
  },
};

async function prepareBatch(fixture: DocumentsFixture): Promise<PreparedBatch & { path: string }> {
  const batchId = await fixture.dropFiles({ 'a.pdf': bytes });
  await fixture.assign(batchId, await fixture.addBeneficiary('Ahlström'));
  return { fixture, batchId, path: join(fixture.folder, 'a.pdf') };
}

for (const [stage, { reach, proceed }] of Object.entries(stages)) {
  test.for(Object.keys(fileChanges))(
    `a file that is %s ${stage} is not sent until its content is restored`,
    async (changeName, { fixture }) => {
      const prepared = await prepareBatch(fixture);
      const { batchId, path } = prepared;
      await reach(prepared);
      fileChanges[changeName]?.(path);
      await proceed(prepared);
      const state: DocumentState = changeName === 'deleted' ? 'waiting-for-file' : 'failed';
      const code = changeName === 'deleted' ? 'file-missing' : 'file-changed';
      await fixture.untilRow(batchId, 'a.pdf', { state });
      expect((await fixture.rowOf(batchId, 'a.pdf')).reason?.code).toBe(code);
      expect(fixture.simulator.state.recipients.has('rcp-Ahlström')).toBe(false);

      writeFileSync(path, bytes);
      await fixture.changeDocuments('recheck', batchId);
      await fixture.untilFinished(batchId);
      await expectAttached(fixture, batchId, { 'a.pdf': bytes });
    },
  );
}

test.for(Object.keys(fileChanges))(
  'a file that is %s after its upload is attached with the checked content',
  async (changeName, { fixture }) => {
    const { batchId, path } = await prepareBatch(fixture);
    const fault = { kind: 'throttle', status: 429, retryAfterSeconds: 60, times: 1 } as const;
    fixture.simulator.faults.set('updateRecipient', fault);
    await fixture.startBatch(batchId);
    // The document is stored before the update is sent, and again after the update was refused.
    await eventually(async () => expect(fixture.callsOf('updateRecipient')).toHaveLength(1));
    await fixture.untilRow(batchId, 'a.pdf', { state: 'stored' });
    fileChanges[changeName]?.(path);
    await fixture.untilRow(batchId, 'a.pdf', { state: 'stored' });
    fixture.clock.skip(61_000);
    await fixture.untilRow(batchId, 'a.pdf', { state: 'attached' });
    await expectAttached(fixture, batchId, { 'a.pdf': bytes });
  },
);
