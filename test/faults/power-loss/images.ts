/** @file Chooses the moments of a recording at which power is lost, and the unflushed changes that are lost. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom, type Random } from '../../../src/main/practice/data/random.ts';
import { isSpared } from './acknowledged.ts';
import { createDisk, type Image, type Loss } from './disk.ts';
import type { Operation } from './recording.ts';

/** A power loss at one moment of a recording. */
interface PowerLoss {
  /** Number of operations before the power loss. */
  readonly operationCount: number;
  readonly loss: Loss;
  /** Seed of the random choices. */
  readonly seed: number;
}

const allLost: Loss = { names: 'lost', content: 'lost' };
/** Other losses; the first loss is typical of a journaling file system with new files that are not flushed. */
const otherLosses: readonly Loss[] = [
  { names: 'kept', content: 'lost' },
  { names: 'some', content: 'some' },
  { names: 'kept', content: 'zeros' },
  { names: 'some', content: 'some' },
  { names: 'lost', content: 'kept' },
  { names: 'kept', content: 'some' },
  { names: 'kept', content: 'kept' },
];

/** Losses at a moment when a name has just changed. */
const nameLosses: readonly Loss[] = [
  { names: 'some', content: 'kept' },
  { names: 'some', content: 'lost' },
];

/**
 * Shares of the moments: after Paydesk acknowledged something to the clerk or the service, at a flush, and at the change of
 * a name; the remaining moments are at other changes.
 */
const shares = { acknowledged: 0.35, flush: 0.35, name: 0.15 };

/**
 * Chooses `count` power losses across a recording, in chronological order. After Paydesk acknowledged something to the clerk
 * or the service, all unflushed changes are lost, because no acknowledgement may depend on them.
 */
export function choosePowerLosses(
  operations: readonly Operation[],
  count: number,
  random: Random,
): PowerLoss[] {
  const handles = new Map<bigint, string>();
  const acknowledgedMoments: number[] = [];
  const flushMoments: number[] = [];
  const nameMoments: number[] = [];
  const otherMoments: number[] = [];
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'open') handles.set(operation.handle, operation.path);
    const path = pathOf(operation, handles);
    if (/^(clerk|company)\//.test(path) && operation.kind === 'write') acknowledgedMoments.push(index + 1);
    // Power is lost just before the flush and just after the flush.
    else if (operation.kind === 'sync') flushMoments.push(index, index + 1);
    else if (!isSpared(path) && ['rename', 'remove', 'make-folder'].includes(operation.kind))
      nameMoments.push(index + 1);
    else if (!isSpared(path) && operation.kind !== 'open') otherMoments.push(index + 1);
  }
  const choose = (moments: readonly number[], momentCount: number, lossOf: (index: number) => Loss) =>
    Array.from({ length: momentCount }, (_, index) => ({
      operationCount:
        moments[Math.floor(((index + random()) * moments.length) / momentCount)] ?? operations.length,
      loss: lossOf(index),
      seed: Math.floor(random() * 2 ** 31),
    }));
  const cycle = (losses: readonly Loss[]) => (index: number) => losses[index % losses.length] ?? allLost;
  const acknowledgedCount = Math.ceil(count * shares.acknowledged);
  const flushCount = Math.ceil(count * shares.flush);
  const nameCount = Math.ceil(count * shares.name);
  return [
    ...choose(acknowledgedMoments, acknowledgedCount, () => allLost),
    ...choose(flushMoments, flushCount, cycle(otherLosses)),
    ...choose(nameMoments, nameCount, cycle(nameLosses)),
    ...choose(otherMoments, count - acknowledgedCount - flushCount - nameCount, cycle(otherLosses)),
  ].sort((a, b) => a.operationCount - b.operationCount);
}

function pathOf(operation: Operation, handles: ReadonlyMap<bigint, string>): string {
  if ('handle' in operation) return handles.get(operation.handle) ?? '';
  return operation.kind === 'rename' ? operation.to : operation.path;
}

/** Yields the disk at each power loss. The losses are in chronological order. */
export function* imagesOf(
  operations: readonly Operation[],
  losses: Iterable<PowerLoss>,
): Generator<{ powerLoss: PowerLoss; image: Image }> {
  const disk = createDisk();
  let appliedCount = 0;
  for (const powerLoss of losses) {
    for (const operation of operations.slice(appliedCount, powerLoss.operationCount)) disk.apply(operation);
    appliedCount = powerLoss.operationCount;
    const random = createRandom(powerLoss.seed);
    yield { powerLoss, image: randomizeIndex(disk.image(powerLoss.loss, random, isSpared), random) };
  }
}

/** Randomizes the index of SQLite's log: writes through mapped memory are not recorded, so it may contain any bytes. */
function randomizeIndex(image: Image, random: Random): Image {
  const randomized = new Map(image);
  for (const [path, bytes] of image) {
    if (bytes !== null && path.endsWith('-shm'))
      randomized.set(path, Buffer.from(bytes.map(() => Math.floor(random() * 256))));
  }
  return randomized;
}

/** Writes an image into an empty folder. */
export async function writeImage(folder: string, image: Image): Promise<void> {
  for (const [path, bytes] of image) {
    if (bytes === null) await mkdir(join(folder, path));
    else await writeFile(join(folder, path), bytes);
  }
}

/** Describes a power loss, so that it can be repeated. */
export function describePowerLoss(
  { operationCount, loss, seed }: PowerLoss,
  operations: readonly Operation[],
): string {
  const handles = new Map<bigint, string>();
  for (const operation of operations.slice(0, operationCount))
    if (operation.kind === 'open') handles.set(operation.handle, operation.path);
  const lastOperation = operations[operationCount - 1];
  const position =
    lastOperation === undefined ? 'the beginning' : `${lastOperation.kind} ${pathOf(lastOperation, handles)}`;
  return `after operation ${operationCount} (${position}), names ${loss.names}, content ${loss.content}, seed ${seed}`;
}
