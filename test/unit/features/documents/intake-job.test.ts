import { expect, test } from 'vitest';
import {
  addFoundFiles,
  type FoundFiles,
} from '../../../../src/main/features/documents/database/dropped-files.ts';
import type { Intake } from '../../../../src/main/features/documents/intake/intake-client.ts';
import { createIntakeJob } from '../../../../src/main/features/documents/intake-job.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { idleIntake } from '../../../fakes/intake.ts';

const deps = {
  intake: idleIntake,
  clock: createFakeClock(),
  profileId: 'test-profile',
  osUser: 'm.hansen',
  largeBytes: () => 1,
  onChange: () => undefined,
  onReady: () => undefined,
  onRejected: () => undefined,
  onUnexpected: (thrown: unknown) => {
    throw thrown;
  },
};

/** Starts a job over a store that lists these paths until files of the last one were found, and records its calls. */
function startJob(paths: readonly string[], options: Partial<Parameters<typeof createIntakeJob>[0]> = {}) {
  const names: string[] = [];
  const writes: FoundFiles[][] = [];
  const found = () => writes.flat().flatMap(({ files }) => files.map(({ path }) => path));
  const store: Store = {
    async run(procedure, args) {
      names.push(procedure.name);
      const isListed = found().at(-1) === paths.at(-1);
      const unlisted = isListed ? [] : paths.map((path, index) => ({ id: index + 1, batchId: 7, path }));
      if (procedure.name === 'documents.unlistedPaths') return procedure.result.parse(unlisted);
      if (procedure.name !== 'documents.addFound') return procedure.result.parse([]);
      const { finds } = addFoundFiles.args.parse(args);
      writes.push(finds);
      return procedure.result.parse({ changed: finds.length });
    },
    close: async () => undefined,
  };
  const job = createIntakeJob({ ...deps, store, ...options });
  job.wake();
  return { job, names, writes, found };
}

const fileAt = (path: string) => ({ path, name: path.slice(1), folder: '', size: 1, reason: null });

test('thousands of loose files are stored in few commits, completely and in order', async () => {
  const paths = Array.from({ length: 5_000 }, (_, index) => `/${index}.pdf`);
  const intake: Intake = {
    ...idleIntake,
    async *walk(path) {
      yield [fileAt(path)];
    },
  };
  const { job, writes, found } = startJob(paths, { intake });
  await eventually(() => expect(found()).toEqual(paths));
  await job.stop();
  expect(writes.length).toBeLessThan(50);
  const listed = writes.flat().filter(({ last }) => last);
  expect(listed.map(({ droppedPathId }) => droppedPathId)).toEqual(paths.map((_, index) => index + 1));
});

test('found files are stored although another path does not respond', async () => {
  const clock = createFakeClock();
  const hang = Promise.withResolvers<void>();
  let isHanging = false;
  const intake: Intake = {
    ...idleIntake,
    async *walk(path) {
      isHanging = path === '/away';
      if (isHanging) await hang.promise;
      yield [fileAt(path)];
    },
  };
  const { job, found } = startJob(['/a.pdf', '/away'], { clock, intake });
  await eventually(() => expect(isHanging).toBe(true));
  await clock.advance(100);
  await eventually(() => expect(found()).toEqual(['/a.pdf']));
  hang.resolve();
  await job.stop();
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('a wake-up %i turns after a pass starts one', async (turns) => {
  const { job, names } = startJob([]);
  const countPasses = () => names.filter((name) => name === 'documents.unlistedPaths').length;
  while (names.at(-1) !== 'documents.takeRejections') await Promise.resolve();
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  const before = countPasses();
  job.wake();
  await eventually(() => expect(countPasses()).toBeGreaterThan(before));
  await job.stop();
});
