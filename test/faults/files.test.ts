/** @file A file changes under Paydesk, at every stage: other bytes than the checked ones are stored in no form. */
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentState } from '../../src/shared/model/document.ts';
import { pdf } from '../fakes/files.ts';
import {
  assign,
  beneficiary,
  dropFiles,
  over,
  rowOf,
  select,
  shareWork,
  start,
  untilRow,
  type Work,
} from '../integration/documents/work.ts';
import { expectAttached } from './end.ts';

const shared = shareWork();
const bytes = pdf('the document that was checked');
let tests = 0;

const changes: Readonly<Record<string, (path: string) => void>> = {
  replaced: (path) => writeFileSync(path, pdf('the document that was swapped')),
  lengthened: (path) => appendFileSync(path, '% more'),
  shortened: (path) => truncateSync(path, 100),
  deleted: (path) => rmSync(path),
};

type Hold = { readonly work: Work; readonly batchId: number };

/** Stages of a document after its check, each with the way there and the way on. */
const stages: Readonly<
  Record<string, { reach(hold: Hold): Promise<void>; leave(hold: Hold): Promise<void> }>
> = {
  'after its check': {
    reach: async () => undefined,
    leave: ({ work, batchId }) => start(work, batchId),
  },
  'while it waits to be tried again': {
    async reach({ work, batchId }) {
      const fault = { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 } as const;
      work.simulator.faults.set('upload', fault);
      await start(work, batchId);
      await untilRow(work, batchId, 'a.pdf', { state: 'waiting-to-retry' });
    },
    leave: async ({ work }) => work.clock.skip(91_000),
  },
  'while it is paused': {
    async reach({ work, batchId }) {
      work.simulator.faults.set('upload', { kind: 'hang', times: 1 });
      await start(work, batchId);
      await untilRow(work, batchId, 'a.pdf', { state: 'sending' });
      await work.call('documents.pause', { batchId });
      await untilRow(work, batchId, 'a.pdf', { state: 'ready' });
    },
    async leave({ work, batchId }) {
      await work.call('documents.resume', { batchId });
    },
  },
};

async function prepare(): Promise<Hold & { path: string; recipientId: string }> {
  const work = shared();
  tests += 1;
  const batchId = await dropFiles(work, { 'a.pdf': bytes });
  await assign(work, batchId, await beneficiary(work, `Beneficiary ${tests}`, `rcp-${tests}`));
  return { work, batchId, path: join(work.folder, 'a.pdf'), recipientId: `rcp-${tests}` };
}

for (const [stage, { reach, leave }] of Object.entries(stages)) {
  test.each(Object.keys(changes))(
    `a file that is %s ${stage} is not sent until it is as it was`,
    async (name) => {
      const hold = await prepare();
      const { work, batchId, path, recipientId } = hold;
      await reach(hold);
      changes[name]?.(path);
      await leave(hold);
      const state: DocumentState = name === 'deleted' ? 'waiting-for-file' : 'failed';
      const code = name === 'deleted' ? 'file-missing' : 'file-changed';
      await untilRow(work, batchId, 'a.pdf', { state });
      expect((await rowOf(work, batchId, 'a.pdf')).reason?.code).toBe(code);
      expect(work.simulator.state.recipients.has(recipientId)).toBe(false);

      writeFileSync(path, bytes);
      await work.call('documents.recheck', await select(work, batchId));
      await over(work, batchId);
      await expectAttached(work, batchId, { 'a.pdf': bytes }, recipientId);
    },
  );
}

test.each(Object.keys(changes))(
  'a file that is %s once it is stored is attached as it was checked',
  async (name) => {
    const { work, batchId, path, recipientId } = await prepare();
    const fault = { kind: 'throttle', status: 429, retryAfterSeconds: 60, times: 1 } as const;
    work.simulator.faults.set('updateRecipient', fault);
    await start(work, batchId);
    await untilRow(work, batchId, 'a.pdf', { state: 'stored' });
    changes[name]?.(path);
    await untilRow(work, batchId, 'a.pdf', { state: 'stored' });
    await expect
      .poll(
        async () => {
          const { state } = await rowOf(work, batchId, 'a.pdf');
          if (state === 'stored') work.clock.skip(10_000);
          return state;
        },
        { timeout: 30_000 },
      )
      .toBe('attached');
    await expectAttached(work, batchId, { 'a.pdf': bytes }, recipientId);
  },
);
