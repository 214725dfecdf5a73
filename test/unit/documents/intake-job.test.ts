import { expect, test } from 'vitest';
import { createIntakeJob } from '../../../src/main/features/documents/intake-job.ts';
import { addFoundFiles, type FoundFiles } from '../../../src/main/features/documents/tables/intake.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { idleIntake } from '../../fakes/intake.ts';

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

test('thousands of loose files are stored in few commits, completely and in order', async () => {
  const paths = Array.from({ length: 5_000 }, (_, index) => ({
    id: index + 1,
    batchId: 7,
    path: `/scans/${index}.pdf`,
  }));
  const writes: FoundFiles[][] = [];
  let isListed = false;
  const store: Store = {
    async run(procedure, args) {
      if (procedure.name === 'documents.unlistedPaths') return procedure.result.parse(isListed ? [] : paths);
      if (procedure.name !== 'documents.addFound') return procedure.result.parse([]);
      const { finds } = addFoundFiles.args.parse(args);
      writes.push(finds);
      isListed = finds.at(-1)?.droppedPathId === paths.length;
      return procedure.result.parse({ changed: finds.length });
    },
    close: async () => undefined,
  };
  const job = createIntakeJob({
    ...deps,
    store,
    intake: {
      ...idleIntake,
      async *walk(path) {
        yield [{ path, name: path.slice(7), folder: '', size: 1, reason: null }];
      },
    },
  });
  job.wake();
  await eventually(() => expect(isListed).toBe(true));
  await job.stop();
  expect(writes.length).toBeLessThan(50);
  const finds = writes.flat();
  expect(finds.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(paths.map(({ path }) => path));
  expect(finds.filter(({ last }) => last).map(({ droppedPathId }) => droppedPathId)).toEqual(
    paths.map(({ id }) => id),
  );
});

test('found files are stored although another path does not respond', async () => {
  const clock = createFakeClock();
  const written: string[] = [];
  const store: Store = {
    async run(procedure, args) {
      if (procedure.name === 'documents.unlistedPaths')
        return procedure.result.parse(
          ['/a.pdf', '/away'].map((path, index) => ({ id: index, batchId: 7, path })),
        );
      if (procedure.name !== 'documents.addFound') return procedure.result.parse([]);
      for (const { files } of addFoundFiles.args.parse(args).finds)
        written.push(...files.map(({ path }) => path));
      return procedure.result.parse({ changed: 1 });
    },
    close: async () => undefined,
  };
  const hang = Promise.withResolvers<void>();
  let isHanging = false;
  const job = createIntakeJob({
    ...deps,
    store,
    clock,
    intake: {
      ...idleIntake,
      async *walk(path) {
        isHanging = path === '/away';
        if (isHanging) await hang.promise;
        yield [{ path, name: 'a.pdf', folder: '', size: 1, reason: null }];
      },
    },
  });
  job.wake();
  await eventually(() => expect(isHanging).toBe(true));
  await clock.advance(100);
  await eventually(() => expect(written).toEqual(['/a.pdf']));
  hang.resolve();
  await job.stop();
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'a wake-up %i microtasks after the last pass starts another pass',
  async (turns) => {
    const procedureNames: string[] = [];
    const store: Store = {
      async run(procedure) {
        procedureNames.push(procedure.name);
        return procedure.result.parse([]);
      },
      close: async () => undefined,
    };
    const job = createIntakeJob({ ...deps, store });
    job.wake();
    while (procedureNames.at(-1) !== 'documents.takeRejections') await Promise.resolve();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const before = procedureNames.filter((name) => name === 'documents.unlistedPaths').length;
    job.wake();
    await eventually(() =>
      expect(procedureNames.filter((name) => name === 'documents.unlistedPaths').length).toBeGreaterThan(
        before,
      ),
    );
    await job.stop();
  },
);
