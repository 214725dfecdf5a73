import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HostUtilityProcess } from '../../host/electron/utility-process.ts';
import { createTestPlatform } from './platform-fixture.ts';

const { platform, reports } = createTestPlatform({ dataFolder: tmpdir() });

describe('child processes', () => {
  const entry = new URL('./echo-child.ts', import.meta.url);
  const failingEntry = new URL('./failing-child.ts', import.meta.url);

  test('start under their service name and without arguments', () => {
    const forked = vi.spyOn(utilityProcess, 'fork');
    onTestFinished(() => forked.mockRestore());
    platform.processes.start(entry, 'paydesk-echo').kill();
    expect(forked).toHaveBeenCalledExactlyOnceWith(
      fileURLToPath(entry),
      [],
      expect.objectContaining({ serviceName: 'paydesk-echo' }),
    );
  });

  test.each([
    [{}, []],
    [{ maxMegabytes: 512 }, ['--max-old-space-size=512']],
  ])('get the memory limit of the options %o', (options, execArgv) => {
    const forked = vi.spyOn(utilityProcess, 'fork');
    onTestFinished(() => forked.mockRestore());
    platform.processes.start(entry, 'echo', options).kill();
    expect(forked.mock.calls[0]?.[2]?.execArgv).toEqual(execArgv);
  });

  test.each([
    ['nothing when they exit with code 0', 0, false, []],
    ['nothing when they were killed, whatever the code', 15, true, []],
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

  test('are sent nothing after they have exited', () => {
    const child = platform.processes.start(entry, 'echo');
    onTestFinished(() => child.kill());
    const host = HostUtilityProcess.running.at(-1);
    const sent: unknown[] = [];
    if (host !== undefined) host.postMessage = (message) => void sent.push(message);
    child.send('before the exit');
    host?.emit('exit', 0);
    child.send('after the exit');
    expect(sent).toEqual(['before the exit']);
  });

  test('answer messages and emit their exit once', async () => {
    reports.length = 0;
    const child = platform.processes.start(entry, 'echo');
    const answer = Promise.withResolvers<unknown>();
    const ended = Promise.withResolvers<void>();
    let ends = 0;
    child.onMessage(answer.resolve);
    child.onExit(() => {
      ends += 1;
      ended.resolve();
    });
    child.send({ word: 'hello', when: new Date(0) });
    expect(await answer.promise).toEqual({ received: { word: 'hello', when: new Date(0) } });
    child.kill();
    await ended.promise;
    expect(ends).toBe(1);
    expect(reports).toEqual([]);
  });

  test('exit with code 70 after an uncaught error, and the exit is emitted and reported', async () => {
    for (const how of ['throws', 'rejects']) {
      reports.length = 0;
      const failing = platform.processes.start(failingEntry, 'Paydesk echo');
      const ended = Promise.withResolvers<void>();
      failing.onExit(ended.resolve);
      failing.send(how);
      await ended.promise;
      expect(reports).toEqual(['Paydesk-echo: The process ended: code 70']);
    }
  });

  test('that V8 aborts count as exited at once, and the diagnostic report is not logged', async () => {
    reports.length = 0;
    const child = platform.processes.start(entry, 'Paydesk echo');
    let ends = 0;
    const ended = Promise.withResolvers<void>();
    child.onExit(() => {
      ends += 1;
      ended.resolve();
    });
    const host = HostUtilityProcess.running.at(-1);
    const gone = Promise.withResolvers<unknown>();
    host?.once('exit', gone.resolve);
    await new Promise<void>((resolve) => host?.once('spawn', resolve));
    host?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"heap": "canary of an API key"}');
    expect(ends).toBe(1);
    await ended.promise;
    await gone.promise;
    child.send({ word: 'too late' });
    expect(ends).toBe(1);
    expect(reports).toEqual(['Paydesk-echo: The process ended: FatalError']);
  });

  test('exit also when they are killed before they have started', async () => {
    const child = platform.processes.start(entry, 'echo');
    const ended = Promise.withResolvers<void>();
    child.onExit(ended.resolve);
    child.kill();
    await ended.promise;
  });
});
