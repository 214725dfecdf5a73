import { expect, test } from 'vitest';
import type { Intake } from '../../../src/main/features/documents/intake/intake.ts';
import { createIntakeJob } from '../../../src/main/features/documents/intake-job.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';

const nothingToDo: Intake = {
  async *walk() {},
  inspect: async () => [],
  look: async () => [],
  reread: () => Promise.reject(new Error('Nothing is sent here')),
  close: async () => undefined,
};

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'a call that comes %i turns after the last look is heard',
  async (turns) => {
    const asked: string[] = [];
    const store: Store = {
      async run(procedure) {
        asked.push(procedure.name);
        return procedure.result.parse([]);
      },
      close: async () => undefined,
    };
    const job = createIntakeJob({
      store,
      intake: nothingToDo,
      clock: createFakeClock(),
      profileId: 'test-profile',
      osUser: 'm.hansen',
      largeBytes: () => 1,
      onChange: () => undefined,
      onReady: () => undefined,
      onUnexpected: (thrown) => {
        throw thrown;
      },
    });
    job.wake();
    while (asked.at(-1) !== 'documents.endChecking') await Promise.resolve();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const before = asked.filter((name) => name === 'documents.unlistedPaths').length;
    job.wake();
    await eventually(() =>
      expect(asked.filter((name) => name === 'documents.unlistedPaths').length).toBeGreaterThan(before),
    );
    await job.stop();
  },
);
