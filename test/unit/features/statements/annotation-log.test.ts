import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { createAnnotationLog } from '../../../../src/main/features/statements/annotations/annotation-log.ts';
import { encodeRows } from '../../../../src/main/features/statements/annotations/row-set.ts';
import { createLibrary, type Library } from '../../../../src/main/storage/library/library.ts';
import { openLibraryStore } from '../../../fakes/library-store.ts';
import { createFakeVault } from '../../../fakes/platform/vault.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };
const contentSchema = z.object({ entries: z.array(z.unknown()) });
/** Items that are joined to one. */
const perTier = 32;

async function startLibrary() {
  const folder = await temporaryFolder();
  const platform = { vault: createFakeVault(), clock: systemClock, random: systemRandom };
  const deps = { dataFolder: folder.path, store: openLibraryStore(), ...platform };
  const open = () => createLibrary(deps);
  let library = open();
  onTestFinished(async () => {
    await library.close();
    await folder.remove();
  });
  return {
    library: () => library,
    async reopen() {
      await library.close();
      library = open();
    },
  };
}

function append(log: ReturnType<typeof createAnnotationLog>, number: number) {
  const annotation = { kind: 'note', text: `Note ${number}` } as const;
  const change = {
    type: 'annotate',
    annotation,
    rows: encodeRows(Uint32Array.of(number)),
    fileRows: 9,
  } as const;
  return log.append(file, { act: `act ${number}`, at: number, who: 'anna', change });
}

const actsOf = (entries: readonly { act: string }[]) => entries.map(({ act }) => act);
const actsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `act ${index + 1}`);

test('a long history is written a few times, read completely, and stays in few items', async () => {
  const { library, reopen } = await startLibrary();
  let written = 0;
  let read = 0;
  const counting: Library = {
    ...library(),
    seal: async (kind, metadata, content) => {
      for await (const part of content)
        written += contentSchema.parse(JSON.parse(String(part))).entries.length;
      return library().seal(kind, metadata, content);
    },
    readAll: async (id) => {
      read += 1;
      return library().readAll(id);
    },
  };
  const log = createAnnotationLog(counting);
  const count = perTier * perTier + perTier + 1;
  for (let number = 1; number <= count; number += 1) await append(log, number);
  expect(written).toBeLessThanOrEqual(3 * count);
  expect(read).toBeLessThanOrEqual(2 * count);
  expect(actsOf(await log.read(file))).toEqual(actsUpTo(count));
  await reopen();
  expect(actsOf(await createAnnotationLog(library()).read(file))).toEqual(actsUpTo(count));
  expect(await library().list('annotations')).toHaveLength(3);
}, 60_000);

test('a join that was interrupted loses and repeats nothing, and is completed later', async () => {
  const { library, reopen } = await startLibrary();
  const failing: Library = {
    ...library(),
    remove: () => Promise.reject(new Error('The program ends here')),
  };
  const log = createAnnotationLog(failing);
  for (let number = 1; number <= perTier; number += 1) await append(log, number);
  await expect(append(log, perTier + 1)).rejects.toThrow('The program ends here');
  expect(await library().list('annotations')).toHaveLength(perTier + 1);
  expect(actsOf(await log.read(file))).toEqual(actsUpTo(perTier));
  await reopen();
  const reopened = createAnnotationLog(library());
  expect(actsOf(await reopened.read(file))).toEqual(actsUpTo(perTier));
  expect(await library().list('annotations')).toHaveLength(1);
  expect(await reopened.read({ ...file, sha256: 'b'.repeat(64) })).toEqual([]);
  await append(reopened, perTier + 1);
  expect(actsOf(await reopened.read(file))).toEqual(actsUpTo(perTier + 1));
});

test('the items of a join are removed at once, and none is being removed any more when one has failed', async () => {
  const { library } = await startLibrary();
  let begun = 0;
  let ended = 0;
  const failing: Library = {
    ...library(),
    async remove(id) {
      begun += 1;
      if (begun === 1) throw new Error('The disk is full');
      await library().remove(id);
      ended += 1;
    },
  };
  const log = createAnnotationLog(failing);
  for (let number = 1; number <= perTier; number += 1) await append(log, number);
  await expect(append(log, perTier + 1)).rejects.toThrow('The disk is full');
  expect({ begun, ended }).toEqual({ begun: perTier, ended: perTier - 1 });
  expect(actsOf(await log.read(file))).toEqual(actsUpTo(perTier));
});
