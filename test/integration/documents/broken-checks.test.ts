/** @file Files that end whoever checks them, by time, memory or a crash: they are set apart, and the others go on. */
import { expect, test } from 'vitest';
import { readyMessage } from '../../../src/main/files/messages.ts';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  checked,
  documents,
  drop,
  dropFiles,
  rowOf,
  rowsOf,
  select,
  startWork,
  statesOf,
  type Work,
} from './work.ts';

const checkFailed = { state: 'rejected', reason: { code: 'check-failed', facts: {} } } as const;

function deepSvg(depth: number): Buffer {
  const inside = '<g>'.repeat(depth) + '</g>'.repeat(depth);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
}

/** What the files' processes are asked to check, as far as a test needs it. */
function namesIn(message: unknown): string[] {
  const text = JSON.stringify(message);
  return [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name ?? '');
}

/**
 * Lets the processes for files come to an end when they are to check a file of a name, as memory that runs out does.
 * Every process is kept, so that a test can end it as well.
 */
function watchFiles(work: Work, isBad: (name: string) => boolean) {
  const { processes } = work.platform;
  const { start } = processes;
  const running = new Set<ChildProcess>();
  const ends: string[][] = [];
  Object.assign(processes, {
    start(entry: URL, name: string): ChildProcess {
      const child = start(entry, name);
      if (name !== 'Paydesk files') return child;
      running.add(child);
      child.onExit(() => running.delete(child));
      let isReady = false;
      let isToEnd = false;
      return {
        ...child,
        onMessage(listener) {
          child.onMessage((message) => {
            listener(message);
            isReady ||= message === readyMessage;
            if (isReady && isToEnd) child.kill();
          });
        },
        send(message) {
          const names = namesIn(message);
          if (!names.some(isBad)) return child.send(message);
          ends.push(names);
          isToEnd = true;
          if (isReady) child.kill();
        },
      };
    },
  });
  const killAll = () => {
    for (const child of running) child.kill();
  };
  return { ends, killAll };
}

test('a drawing of depth 32,000 is refused at once, and the others of its batch are checked', async () => {
  const work = await startWork();
  const started = performance.now();
  const batchId = await dropFiles(work, { 'deep.svg': deepSvg(32_000), ...documents(40) });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await rowOf(work, batchId, 'deep.svg')).toMatchObject({
    state: 'rejected',
    reason: { code: 'svg-not-drawing', facts: { what: 'depth' } },
  });
  expect((await rowsOf(work, batchId)).filter(({ state }) => state === 'ready')).toHaveLength(40);
});

test('a drawing as deep as drawings are is checked like any other', async () => {
  const work = await startWork();
  const batchId = await dropFiles(work, { 'plain.svg': deepSvg(100) });
  expect(await rowOf(work, batchId, 'plain.svg')).toMatchObject({ state: 'ready' });
});

test('a file that ends its check twice is rejected for good, and the others of its batch are checked', async () => {
  const work = await startWork();
  const { ends } = watchFiles(work, (name) => name === 'bad.pdf');
  const batchId = await dropFiles(work, { ...documents(40), 'bad.pdf': pdf('bad') });
  expect(await rowOf(work, batchId, 'bad.pdf')).toMatchObject(checkFailed);
  expect((await rowsOf(work, batchId)).filter(({ state }) => state === 'ready')).toHaveLength(40);
  // The second time nothing else was in work.
  expect(ends.at(-1)).toEqual(['bad.pdf']);
  const before = ends.length;
  await work.restart();
  await dropFiles(work, documents(3, 'later '));
  expect(ends).toHaveLength(before);
  expect(await rowOf(work, batchId, 'bad.pdf')).toMatchObject(checkFailed);
});

test('the clerk can leave such a file out, or have it checked once more', async () => {
  const work = await startWork();
  let isBad = true;
  const { ends } = watchFiles(work, (name) => isBad && name === 'bad.pdf');
  const batchId = await dropFiles(work, { 'bad.pdf': pdf('bad') });
  const before = ends.length;
  await work.call('documents.recheck', await select(work, batchId, 'bad.pdf'));
  await checked(work, batchId);
  expect(ends).toHaveLength(before + 1);
  expect(await rowOf(work, batchId, 'bad.pdf')).toMatchObject(checkFailed);
  await work.call('documents.exclude', await select(work, batchId, 'bad.pdf'));
  expect(await statesOf(work, batchId)).toEqual({ 'bad.pdf': 'excluded' });
  isBad = false;
  await work.call('documents.include', await select(work, batchId, 'bad.pdf'));
  await checked(work, batchId);
  expect(await statesOf(work, batchId)).toEqual({ 'bad.pdf': 'ready' });
});

test('when somebody ends the processes for files again and again, every file is found and its check has an end', async () => {
  const work = await startWork();
  const { killAll } = watchFiles(work, () => false);
  const paths = await writeFiles(work.folder, documents(300));
  const { batchId } = await work.call('documents.add', { references: work.testApp.references(paths) });
  for (let time = 0; time < 5; time += 1) {
    const least = time * 40;
    await eventually(async () => {
      const states = Object.values(await statesOf(work, batchId));
      expect(states.filter((state) => state === 'ready').length).toBeGreaterThanOrEqual(least);
    }, 5);
    killAll();
  }
  await checked(work, batchId);
  const rows = await rowsOf(work, batchId);
  expect(rows).toHaveLength(300);
  // One that was alone in work each time may be taken for the cause.
  expect(rows.filter(({ state }) => state === 'ready').length).toBeGreaterThanOrEqual(295);
  await drop(work, ...paths.slice(0, 1));
});
