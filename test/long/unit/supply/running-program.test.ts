import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { RunningProgram } from '../../../../scripts/dev/running-program.ts';

const childCount = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

function createProgram(): RunningProgram {
  const command = [process.execPath, '-e', 'setInterval(() => undefined, 1000)'] as const;
  const program = new RunningProgram({ kind: 'host', command, environment: {} }, []);
  onTestFinished(() => program.stop());
  return program;
}

test('a program of npm run dev is replaced by a restart and ended by a stop', async () => {
  const initialCount = childCount();
  const program = createProgram();
  await program.restart();
  await program.restart();
  await expect.poll(childCount).toBe(initialCount + 1);
  await program.stop();
  await expect.poll(childCount).toBe(initialCount);
});

test('a program of npm run dev is not started again by a build that finishes after the stop', async () => {
  const initialCount = childCount();
  const program = createProgram();
  await program.restart();
  const stopping = program.stop();
  await program.restart();
  await stopping;
  await expect.poll(childCount).toBe(initialCount);
});
