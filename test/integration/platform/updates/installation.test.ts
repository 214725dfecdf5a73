/** @file The installation of downloaded updates, by the updater itself or by a native updater. */
import { EventEmitter } from 'node:events';
import type { AppUpdater } from 'electron-updater';
import { describe, expect, test } from 'vitest';
import {
  installTimeoutMs,
  type NativeUpdater,
} from '../../../../src/main/platform/electron/update-engine.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { startUpdates } from './updates-fixture.ts';

const thrown = new Error('Squirrel refuses');

test.each<[string, (updater: AppUpdater) => void, unknown]>([
  ['fails immediately', (updater) => updater.emit('error', thrown), thrown],
  ['fails asynchronously', (updater) => setImmediate(() => updater.emit('error', thrown)), thrown],
  [
    'throws',
    () => {
      throw thrown;
    },
    thrown,
  ],
  ['does not respond', () => undefined, expect.any(Error)],
])('an installation that %s is reported in time', async (_how, onInstall, failure) => {
  const testApp = await startUpdates({ onInstall });
  await testApp.check();
  await testApp.install();
  await testApp.clock.advance(installTimeoutMs - 1);
  expect(testApp.failures).toEqual(failure === thrown ? [thrown] : []);
  await testApp.clock.advance(1);
  expect(testApp.failures).toEqual([failure]);
});

describe('with a native updater, which receives the update before it is installed,', () => {
  /** Creates a native updater like Squirrel, controlled by the test. */
  function createNativeUpdater() {
    const native = Object.assign(new EventEmitter(), { checkCount: 0, checkForUpdates });
    function checkForUpdates(): void {
      native.checkCount += 1;
    }
    return native;
  }

  const installingState = { state: 'installing', version: '1.3.0' };

  test('the transfer is shown and performed once before Paydesk quits', async () => {
    const native = createNativeUpdater();
    const testApp = await startUpdates({ native });
    await testApp.check();
    const installed = Promise.all([testApp.install(), testApp.install()]);
    await eventually(() => expect(native.checkCount).toBe(1));
    expect(testApp.latestState()).toEqual(installingState);
    expect(testApp.countInstalls()).toBe(0);
    native.emit('update-downloaded');
    await installed;
    expect(testApp.countInstalls()).toBe(1);
    // A clerk who declined to quit can install later, without a second transfer.
    expect(testApp.latestState()).toMatchObject({ state: 'ready' });
    await testApp.install();
    expect(native.checkCount).toBe(1);
    expect(testApp.countInstalls()).toBe(2);
    expect(native.eventNames()).toEqual([]);
  });

  test.each<[string, (native: NativeUpdater, clock: { advance(ms: number): Promise<void> }) => unknown]>([
    [
      'refuses the update',
      (native) => native.emit('error', new Error('Code signature did not pass validation')),
    ],
    ['finds no update', (native) => native.emit('update-not-available')],
    ['does not respond', (_native, clock) => clock.advance(installTimeoutMs)],
  ])('a native updater that %s is reported, and offered again', async (_how, failTransfer) => {
    const native = createNativeUpdater();
    const testApp = await startUpdates({ native });
    await testApp.check();
    const installed = testApp.install();
    await eventually(() => expect(native.checkCount).toBe(1));
    await failTransfer(native, testApp.clock);
    expect(await installed).toMatchObject({ ok: true });
    expect(testApp.latestState()).toEqual({ state: 'failed', problem: 'not-installed' });
    expect(testApp.countInstalls()).toBe(0);
    await testApp.check();
    expect(testApp.latestState()).toMatchObject({ state: 'ready' });
  });

  test('the installation is refused when a transfer of documents starts while the update is handed over', async () => {
    let isBusy = false;
    const native = createNativeUpdater();
    const testApp = await startUpdates({ native, isBusy: () => isBusy });
    await testApp.check();
    const installed = testApp.install();
    await eventually(() => expect(native.checkCount).toBe(1));
    isBusy = true;
    native.emit('update-downloaded');
    expect(await installed).toMatchObject({ ok: false, error: { code: 'update-must-wait' } });
    expect(testApp.countInstalls()).toBe(0);
    expect(testApp.latestState()).toMatchObject({ state: 'ready' });
  });
});
