import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { utilityProcess } from '../../host/electron/utility-process.ts';

const source = new URL('../../e2e/launch/electron-keychain.ts', import.meta.url);

afterEach(() => vi.unstubAllEnvs());

/** Starts the process as the launcher of Electron does, and returns a function that sends requests to it. */
async function start(folder: string) {
  const entry = join(folder, 'keychain.mjs');
  await writeFile(entry, stripTypeScriptTypes(await readFile(source, 'utf8')));
  const child = utilityProcess.fork(entry);
  onTestFinished(() => void child.kill());
  return async (request: object): Promise<unknown> => {
    child.postMessage({ id: 1, ...request });
    const [reply] = await once(child, 'message');
    return reply;
  };
}

test('the test keychain in Electron stores secrets in a file for later starts', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  vi.stubEnv('PAYDESK_FILE_KEYCHAIN', join(path, 'keychain.json'));
  const first = await start(path);
  expect(await first({ call: 'get', account: 'a' })).toEqual({ id: 1, result: 'done', secret: null });
  await first({ call: 'set', account: 'a', secret: 'one' });
  const later = await start(path);
  expect(await later({ call: 'get', account: 'a' })).toEqual({ id: 1, result: 'done', secret: 'one' });
  await later({ call: 'delete', account: 'a' });
  expect(await later({ call: 'get', account: 'a' })).toEqual({ id: 1, result: 'done', secret: null });
});

test('the test keychain in Electron is absent when no file is set', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const request = await start(path);
  expect(await request({ call: 'get', account: 'a' })).toMatchObject({ result: 'failed' });
});
