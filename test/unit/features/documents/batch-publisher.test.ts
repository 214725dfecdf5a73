import { expect, test } from 'vitest';
import { createBatchPublisher } from '../../../../src/main/features/documents/batch-publisher.ts';
import { Progress } from '../../../../src/main/features/documents/transfer/progress.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'a change %i microtasks after a count is counted',
  async (turns) => {
    const clock = createFakeClock();
    let counts = 0;
    const store: Store = {
      async run(procedure) {
        counts += 1;
        return procedure.result.parse([]);
      },
      close: async () => undefined,
    };
    const batchPublisher = createBatchPublisher({
      store,
      clock,
      progress: new Progress(clock),
      publisher: { publish: () => undefined },
      pausedHost: () => null,
      onUnexpected: (thrown) => expect.unreachable(String(thrown)),
    });
    batchPublisher.showProfile('profile');
    await eventually(() => expect(counts).toBe(1));
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    batchPublisher.invalidate(null);
    await eventually(async () => {
      await clock.advance(1_000);
      expect(counts).toBeGreaterThan(1);
    });
    await batchPublisher.stop();
  },
);
