/** @file Files whose check times out, runs out of memory or crashes: such files are rejected, and the other files are checked. */
import { expect } from 'vitest';
import type { ChildProcess } from '../../../../src/main/platform/platform.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments, startDocumentsFixture } from './documents-fixture.ts';

const checkFailed = { state: 'rejected', reason: { code: 'check-failed', facts: {} } } as const;

/** Returns the file names in a message to a process that checks files. */
function namesIn(message: unknown): string[] {
  const text = JSON.stringify(message);
  return [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name ?? '');
}

/**
 * Kills a process that checks files when the process receives a crashing file, as running out of memory does. `killAll` kills
 * every such process.
 */
function watchFileProcesses(fixture: DocumentsFixture, isCrashing: (name: string) => boolean) {
  const { processes } = fixture.platform;
  const { start } = processes;
  const running = new Set<ChildProcess>();
  const killedWith: string[][] = [];
  Object.assign(processes, {
    start(entry: URL, name: string): ChildProcess {
      const child = start(entry, name);
      if (name !== 'Paydesk files') return child;
      running.add(child);
      child.onExit(() => running.delete(child));
      let isReady = false;
      let shouldKill = false;
      return {
        ...child,
        onMessage(listener) {
          child.onMessage((message) => {
            listener(message);
            isReady = true;
            if (isReady && shouldKill) child.kill();
          });
        },
        send(message) {
          const names = namesIn(message);
          if (!names.some(isCrashing)) return child.send(message);
          killedWith.push(names);
          shouldKill = true;
          if (isReady) child.kill();
        },
      };
    },
  });
  const killAll = () => {
    for (const child of running) child.kill();
  };
  return { killedWith, killAll };
}

test('a file that crashes its check twice is checked again only by the clerk, and the other files of its batch are checked', async () => {
  const fixture = await startDocumentsFixture();
  let isCrashing = true;
  const { killedWith } = watchFileProcesses(fixture, (name) => isCrashing && name === 'bad.pdf');
  const batchId = await fixture.dropFiles({ ...sampleDocuments(4), 'bad.pdf': pdf('bad') });
  expect(await fixture.rowOf(batchId, 'bad.pdf')).toMatchObject(checkFailed);
  expect((await fixture.rowsOf(batchId)).filter(({ state }) => state === 'ready')).toHaveLength(4);
  // The last killed check had only this file.
  expect(killedWith.at(-1)).toEqual(['bad.pdf']);
  const killsBefore = killedWith.length;
  await fixture.restart();
  await fixture.dropFiles(sampleDocuments(3, 'later '));
  expect(killedWith).toHaveLength(killsBefore);
  expect(await fixture.rowOf(batchId, 'bad.pdf')).toMatchObject(checkFailed);

  isCrashing = false;
  await fixture.changeDocuments('recheck', batchId, 'bad.pdf');
  await fixture.untilChecked(batchId);
  expect(await fixture.rowOf(batchId, 'bad.pdf')).toMatchObject({ state: 'ready' });
});
