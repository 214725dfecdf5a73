/** @file The start check of an installed Paydesk reports what the page did, after the page did it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Subscriber, Topics } from '../../../src/main/bridge/topics.ts';
import {
  checkedFile,
  createStartCheck,
  startCheckFile,
  startCheckSchema,
} from '../../../src/main/electron/start-check.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-start-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const window: Subscriber = { send: () => undefined };

/** Topics that record their calls; the topic `nothing` does not exist. */
function topicsOf(subscribed: string[]): Topics {
  return {
    publish: (name) => void subscribed.push(`publish ${name}`),
    unsubscribe: (_subscriber, name) => void subscribed.push(`unsubscribe ${name}`),
    drop: () => void subscribed.push('drop'),
    subscribe(subscriber, name) {
      if (name === 'nothing') throw new Error('No such topic');
      subscribed.push(`subscribe ${subscriber === window ? 'the window' : 'another'} to ${name}`);
      return { seq: 7, value: name };
    },
  };
}

/** A page whose scripts fetch from `get`. */
function pageThat(get: (address: string) => { status: number; bytes: number }) {
  const ran = Promise.withResolvers<void>();
  return {
    ran: ran.promise,
    async executeJavaScript(source: string): Promise<unknown> {
      ran.resolve();
      const fetch = async (address: string) => {
        const { status, bytes } = get(address);
        return { status, arrayBuffer: async () => new ArrayBuffer(bytes) };
      };
      return runInNewContext(source, { fetch });
    },
  };
}

const report = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, startCheckFile), 'utf8'));

test('the start check reports the topics of the page and the response of the viewer file', async () => {
  const subscribed: string[] = [];
  const check = createStartCheck(folder, topicsOf(subscribed));
  const addresses: string[] = [];
  const page = pageThat((address) => {
    addresses.push(address);
    return { status: 200, bytes: 1_234 };
  });
  expect(check.topics.subscribe(window, 'session')).toEqual({ seq: 7, value: 'session' });
  check.topics.subscribe(window, 'settings');
  await check.run(page);
  expect(addresses).toEqual([checkedFile]);
  expect(await report()).toEqual({ topics: ['session', 'settings'], part: { status: 200, bytes: 1_234 } });
  expect(startCheckSchema.parse(await report())).toEqual(await report());
  expect(subscribed).toEqual(['subscribe the window to session', 'subscribe the window to settings']);
});

test('the start check forwards unsubscribe and drop', () => {
  const subscribed: string[] = [];
  const { topics } = createStartCheck(folder, topicsOf(subscribed));
  topics.unsubscribe(window, 'session');
  topics.drop(window);
  expect(subscribed).toEqual(['unsubscribe session', 'drop']);
});

test('the start check fetches and reports nothing before the page has subscribed to an existing topic', async () => {
  const check = createStartCheck(folder, topicsOf([]));
  const page = pageThat(() => ({ status: 200, bytes: 1 }));
  const running = check.run(page);
  expect(() => check.topics.subscribe(window, 'nothing')).toThrow('No such topic');
  await new Promise((resolve) => setImmediate(resolve));
  expect(await readdir(folder)).toEqual([]);
  expect(await Promise.race([page.ran.then(() => 'fetched'), Promise.resolve('not fetched')])).toBe(
    'not fetched',
  );
  check.topics.subscribe(window, 'session');
  await running;
  expect(await report()).toEqual({ topics: ['session'], part: { status: 200, bytes: 1 } });
});

test.each([
  ['subscribes to nothing', { topics: [], part: { status: 200, bytes: 1 } }],
  ['is refused the file', { topics: ['session'], part: { status: 404, bytes: 1 } }],
  ['gets an empty file', { topics: ['session'], part: { status: 200, bytes: 0 } }],
  ['gets half a byte', { topics: ['session'], part: { status: 200, bytes: 1.5 } }],
  ['reports no file', { topics: ['session'] }],
  ['reports an unknown field', { topics: ['session'], part: { status: 200, bytes: 1 }, more: true }],
  [
    'reports an unknown field of the file',
    { topics: ['session'], part: { status: 200, bytes: 1, more: true } },
  ],
])('the report of a page that %s is invalid', (_what, problem) => {
  expect(startCheckSchema.safeParse(problem).success).toBe(false);
});
