/** @file The start check of an installed Paydesk reports the topics and the file that its page has loaded. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Subscriber, Topics } from '../../../../src/main/bridge/topics.ts';
import {
  checkedFile,
  createStartCheck,
  startCheckFile,
  startCheckSchema,
} from '../../../../src/main/platform/electron/start-check.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-start-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const window: Subscriber = { send: () => undefined };

/** Topics that record their calls; the topic `nothing` does not exist. */
function createRecordingTopics(calls: string[]): Topics {
  return {
    publish: (name) => void calls.push(`publish ${name}`),
    drop: () => void calls.push('drop'),
    subscribe(subscriber, name) {
      if (name === 'nothing') throw new Error('No such topic');
      calls.push(`subscribe ${subscriber === window ? 'the window' : 'another'} to ${name}`);
      return { seq: 7, value: name };
    },
  };
}

/** Creates a page whose `fetch` is answered by `respond`; `scriptStarted` resolves when the first script runs. */
function createPage(respond: (address: string) => { status: number; bytes: number }) {
  const scriptStarted = Promise.withResolvers<void>();
  return {
    scriptStarted: scriptStarted.promise,
    async executeJavaScript(source: string): Promise<unknown> {
      scriptStarted.resolve();
      const fetch = async (address: string) => {
        const { status, bytes } = respond(address);
        return { status, arrayBuffer: async () => new ArrayBuffer(bytes) };
      };
      return runInNewContext(source, { fetch });
    },
  };
}

const readReport = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, startCheckFile), 'utf8'));

test('the start check reports the topics of the page and the response of the viewer file', async () => {
  const calls: string[] = [];
  const check = createStartCheck(folder, createRecordingTopics(calls));
  const addresses: string[] = [];
  const page = createPage((address) => {
    addresses.push(address);
    return { status: 200, bytes: 1_234 };
  });
  expect(check.topics.subscribe(window, 'session')).toEqual({ seq: 7, value: 'session' });
  check.topics.subscribe(window, 'settings');
  await check.run(page);
  expect(addresses).toEqual([checkedFile]);
  expect(await readReport()).toEqual({
    topics: ['session', 'settings'],
    part: { status: 200, bytes: 1_234 },
  });
  expect(startCheckSchema.parse(await readReport())).toEqual(await readReport());
  check.topics.drop(window);
  expect(calls).toEqual(['subscribe the window to session', 'subscribe the window to settings', 'drop']);
});

test('the start check fetches and reports nothing before the page has subscribed to an existing topic', async () => {
  const check = createStartCheck(folder, createRecordingTopics([]));
  const page = createPage(() => ({ status: 200, bytes: 1 }));
  const running = check.run(page);
  expect(() => check.topics.subscribe(window, 'nothing')).toThrow('No such topic');
  await new Promise((resolve) => setImmediate(resolve));
  expect(await readdir(folder)).toEqual([]);
  expect(await Promise.race([page.scriptStarted.then(() => 'fetched'), Promise.resolve('not fetched')])).toBe(
    'not fetched',
  );
  check.topics.subscribe(window, 'session');
  await running;
  expect(await readReport()).toEqual({ topics: ['session'], part: { status: 200, bytes: 1 } });
});

test.each([
  ['subscribes to nothing', { topics: [] }],
  ['is refused the file', { part: { status: 404, bytes: 1 } }],
  ['gets an empty file', { part: { status: 200, bytes: 0 } }],
  ['gets half a byte', { part: { status: 200, bytes: 1.5 } }],
  ['reports no file', { part: undefined }],
  ['reports an unknown field', { more: true }],
  ['reports an unknown field of the file', { part: { status: 200, bytes: 1, more: true } }],
])('the report of a page that %s is invalid', (_what, invalid) => {
  const valid = { topics: ['session'], part: { status: 200, bytes: 1 } };
  expect(startCheckSchema.safeParse(valid).success).toBe(true);
  expect(startCheckSchema.safeParse({ ...valid, ...invalid }).success).toBe(false);
});
