import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectWorker } from '../../../src/main/workers/client.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { utilityProcess } from '../../host/electron/utility-process.ts';

const source = new URL('../../e2e/launch/electron-keychain.ts', import.meta.url);

afterEach(() => vi.unstubAllEnvs());

/** Starts the keychain process as the launcher of Electron does; returns a function that makes a call. */
async function startKeychain(folder: string) {
  const entry = join(folder, 'keychain.mjs');
  await writeFile(entry, stripTypeScriptTypes(await readFile(source, 'utf8')));
  const child = utilityProcess.fork(entry);
  const worker = connectWorker({
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  });
  onTestFinished(() => void worker.kill());
  return worker.call;
}

test('the test keychain in Electron stores secrets in a file for later starts', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  vi.stubEnv('PAYDESK_FILE_KEYCHAIN', join(path, 'keychain.json'));
  const request = await startKeychain(path);
  expect(await request({ call: 'get', account: 'a' })).toBeNull();
  await request({ call: 'set', account: 'a', secret: 'one' });
  const laterRequest = await startKeychain(path);
  expect(await laterRequest({ call: 'get', account: 'a' })).toBe('one');
  await laterRequest({ call: 'delete', account: 'a' });
  expect(await laterRequest({ call: 'get', account: 'a' })).toBeNull();
});

test('the test keychain in Electron fails every request when no file is set', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const request = await startKeychain(path);
  await expect(request({ call: 'get', account: 'a' })).rejects.toMatchObject({ code: 'keychain-absent' });
});
