/** @file Chooses moments of a recording at which power is lost, and what becomes then of what was not flushed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom, type Random } from '../../../src/main/simulator/random.ts';
import { isSpared } from './acknowledged.ts';
import { createDisk, type Image, type Loss } from './disk.ts';
import type { Operation } from './recording.ts';

/** One loss of power. */
export interface PowerLoss {
  /** Number of operations that were done before. */
  readonly after: number;
  readonly loss: Loss;
  /** For what is left to chance. */
  readonly seed: number;
}

const allLost: Loss = { names: 'lost', content: 'lost' };
/** What else becomes of changes; the first is what a journaling file system does to new files that are not flushed. */
const otherLosses: readonly Loss[] = [
  { names: 'kept', content: 'lost' },
  { names: 'some', content: 'some' },
  { names: 'kept', content: 'zeros' },
  { names: 'some', content: 'some' },
  { names: 'lost', content: 'kept' },
  { names: 'kept', content: 'some' },
  { names: 'kept', content: 'kept' },
];

/** What becomes of names, where one has just changed. */
const nameLosses: readonly Loss[] = [
  { names: 'some', content: 'kept' },
  { names: 'some', content: 'lost' },
];

/**
 * Of all images: at something that the clerk or the service has just learned, at a flush, at the change of a name, and at
 * any other change.
 */
const shares = { learned: 0.35, flush: 0.35, name: 0.15 };

/**
 * Chooses `count` losses of power all over a recording, in the order in which they come. Where somebody has just learned
 * of something, all that was not flushed is lost: nothing may depend on it.
 */
export function choosePowerLosses(
  operations: readonly Operation[],
  count: number,
  random: Random,
): PowerLoss[] {
  const handles = new Map<bigint, string>();
  const learned: number[] = [];
  const flushes: number[] = [];
  const names: number[] = [];
  const others: number[] = [];
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'open') handles.set(operation.handle, operation.path);
    const path = pathOf(operation, handles);
    if (/^(clerk|company)\//.test(path) && operation.kind === 'write') learned.push(index + 1);
    // Just before the flush, and just after it.
    else if (operation.kind === 'sync') flushes.push(index, index + 1);
    else if (!isSpared(path) && ['rename', 'remove', 'make-folder'].includes(operation.kind))
      names.push(index + 1);
    else if (!isSpared(path) && operation.kind !== 'open') others.push(index + 1);
  }
  const take = (moments: readonly number[], number: number, lossOf: (index: number) => Loss) =>
    Array.from({ length: number }, (_, index) => ({
      after: moments[Math.floor(((index + random()) * moments.length) / number)] ?? operations.length,
      loss: lossOf(index),
      seed: Math.floor(random() * 2 ** 31),
    }));
  const oneOf = (losses: readonly Loss[]) => (index: number) => losses[index % losses.length] ?? allLost;
  const atLearned = Math.ceil(count * shares.learned);
  const atFlush = Math.ceil(count * shares.flush);
  const atName = Math.ceil(count * shares.name);
  return [
    ...take(learned, atLearned, () => allLost),
    ...take(flushes, atFlush, oneOf(otherLosses)),
    ...take(names, atName, oneOf(nameLosses)),
    ...take(others, count - atLearned - atFlush - atName, oneOf(otherLosses)),
  ].sort((a, b) => a.after - b.after);
}

function pathOf(operation: Operation, handles: ReadonlyMap<bigint, string>): string {
  if ('handle' in operation) return handles.get(operation.handle) ?? '';
  return operation.kind === 'rename' ? operation.to : operation.path;
}

/** Gives the disk at each loss of power, one after the other. The losses are in the order in which they come. */
export function* imagesOf(
  operations: readonly Operation[],
  losses: Iterable<PowerLoss>,
): Generator<{ powerLoss: PowerLoss; image: Image }> {
  const disk = createDisk();
  let done = 0;
  for (const powerLoss of losses) {
    for (const operation of operations.slice(done, powerLoss.after)) disk.apply(operation);
    done = powerLoss.after;
    const random = createRandom(powerLoss.seed);
    yield { powerLoss, image: spoilIndex(disk.image(powerLoss.loss, random, isSpared), random) };
  }
}

/** Writes through mapped memory are not recorded: the index of the log may hold anything after a loss of power. */
function spoilIndex(image: Image, random: Random): Image {
  const spoiled = new Map(image);
  for (const [path, bytes] of image) {
    if (bytes !== null && path.endsWith('-shm'))
      spoiled.set(path, Buffer.from(bytes.map(() => Math.floor(random() * 256))));
  }
  return spoiled;
}

/** Writes an image into an empty folder. */
export async function writeImage(folder: string, image: Image): Promise<void> {
  for (const [path, bytes] of image) {
    if (bytes === null) await mkdir(join(folder, path));
    else await writeFile(join(folder, path), bytes);
  }
}

/** A power loss in words, for whoever has to repeat it. */
export function describePowerLoss(
  { after, loss, seed }: PowerLoss,
  operations: readonly Operation[],
): string {
  const handles = new Map<bigint, string>();
  for (const operation of operations.slice(0, after))
    if (operation.kind === 'open') handles.set(operation.handle, operation.path);
  const last = operations[after - 1];
  const at = last === undefined ? 'the beginning' : `${last.kind} ${pathOf(last, handles)}`;
  return `after operation ${after} (${at}), names ${loss.names}, content ${loss.content}, seed ${seed}`;
}
