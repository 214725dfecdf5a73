import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HostUtilityProcess } from '../../../host/electron/utility-process.ts';
import { createTestPlatform } from './platform-fixture.ts';

const { platform, reports } = createTestPlatform({ dataFolder: tmpdir() });

describe('child processes', () => {
  const entry = new URL('./echo-child.ts', import.meta.url);
  const failingEntry = new URL('./failing-child.ts', import.meta.url);

  test('are started under their service name', () => {
    const fork = vi.spyOn(utilityProcess, 'fork');
    onTestFinished(() => fork.mockRestore());
    platform.processes.start(entry, 'paydesk-echo').kill();
    expect(fork).toHaveBeenCalledExactlyOnceWith(fileURLToPath(entry), [], { serviceName: 'paydesk-echo' });
  });

  test.each([
    ['nothing when they exit with code 0', 0, false, []],
    ['nothing when they were killed, also when the exit code is not 0', 15, true, []],
    ['the exit code when they failed', 15, false, ['Paydesk-echo-2: The process ended: code 15']],
  ])('report %s', (_report, code, isKilled, expected) => {
    reports.length = 0;
    const child = platform.processes.start(entry, 'Paydesk  echo (2');
    const host = HostUtilityProcess.running.at(-1);
    onTestFinished(() => child.kill());
    if (isKilled) child.kill();
    host?.emit('exit', code);
    expect(reports).toEqual(expected);
  });

  test('get no messages after they have exited', () => {
    const child = platform.processes.start(entry, 'echo');
    onTestFinished(() => child.kill());
    const host = HostUtilityProcess.running.at(-1);
    const sentMessages: unknown[] = [];
    if (host !== undefined) host.postMessage = (message) => void sentMessages.push(message);
    child.send('before the exit');
    host?.emit('exit', 0);
    child.send('after the exit');
    expect(sentMessages).toEqual(['before the exit']);
  });

  test('answer messages and emit their exit once, also before they have started', async () => {
    reports.length = 0;
    const child = platform.processes.start(entry, 'echo');
    const answer = Promise.withResolvers<unknown>();
    const exited = Promise.withResolvers<void>();
    let exitCount = 0;
    child.onMessage(answer.resolve);
    child.onExit(() => {
      exitCount += 1;
      exited.resolve();
    });
    child.send({ word: 'hello', when: new Date(0) });
    expect(await answer.promise).toEqual({ received: { word: 'hello', when: new Date(0) } });
    child.kill();
    await exited.promise;
    expect(exitCount).toBe(1);
    expect(reports).toEqual([]);
    // A child that has not started yet exits, too.
    const early = platform.processes.start(entry, 'echo');
    const earlyExit = Promise.withResolvers<void>();
    early.onExit(earlyExit.resolve);
    early.kill();
    await earlyExit.promise;
  });

  test('exit with code 70 after an uncaught error or rejection, and the exit is emitted and reported', async () => {
    for (const failure of ['throws', 'rejects']) {
      reports.length = 0;
      const failing = platform.processes.start(failingEntry, 'Paydesk echo');
      const exited = Promise.withResolvers<void>();
      failing.onExit(exited.resolve);
      failing.send(failure);
      await exited.promise;
      expect(reports).toEqual(['Paydesk-echo: The process ended: code 70']);
    }
  });

  test('count as exited at once when V8 aborts them, and the diagnostic report of V8 is not logged', async () => {
    reports.length = 0;
    const child = platform.processes.start(entry, 'Paydesk echo');
    let exitCount = 0;
    const exited = Promise.withResolvers<void>();
    child.onExit(() => {
      exitCount += 1;
      exited.resolve();
    });
    const host = HostUtilityProcess.running.at(-1);
    const hostExited = Promise.withResolvers<unknown>();
    host?.once('exit', hostExited.resolve);
    await new Promise<void>((resolve) => host?.once('spawn', resolve));
    host?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"heap": "canary of an API key"}');
    expect(exitCount).toBe(1);
    await exited.promise;
    await hostExited.promise;
    child.send({ word: 'too late' });
    expect(exitCount).toBe(1);
    expect(reports).toEqual(['Paydesk-echo: The process ended: FatalError']);
  });
});
