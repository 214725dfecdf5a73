import { describe, expect, test, vi } from 'vitest';
import { createRegistrar, type Handlers } from '../../../src/main/bridge/registrar.ts';
import { createBridgeClient } from '../../../src/renderer/bridge.ts';
import type { PaydeskBridge, TopicChange } from '../../../src/shared/contract/names.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { SavedFile } from '../../../src/shared/model/saved-file.ts';
import { defaultSettings, type Settings } from '../../../src/shared/model/settings.ts';

/** Creates a bridge with the registrar of main behind `call`, and with topics that the test publishes. */
function createWire(handlers: Handlers = {}) {
  const registrar = createRegistrar(() => {});
  registrar.register(handlers);
  const listeners = new Map<string, (change: TopicChange) => void>();
  const subscriptions: string[] = [];
  const answerCallbacks = new Map<string, (answer: unknown) => void>();
  const bridge: PaydeskBridge = {
    call: async (command, args) => structuredClone(await registrar.call(command, args)),
    subscribe(topic, listener) {
      subscriptions.push(topic);
      listeners.set(topic, listener);
      return new Promise((resolve) => answerCallbacks.set(topic, resolve));
    },
  };
  const send = (topic: string, change: TopicChange) => listeners.get(topic)?.(change);
  const answer = async (topic: string, first: TopicChange) => {
    answerCallbacks.get(topic)?.({ ok: true, value: first });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { bridge, subscriptions, send, answer, client: createBridgeClient(() => bridge) };
}

const settingsWith = (theme: Settings['appearance']['theme']): Settings => ({
  ...defaultSettings,
  appearance: { theme, contrast: false },
});

const savedAs: SavedFile = { reference: 'r', path: '/a/result.csv', kind: 'file', canOpen: true };

describe('a call', () => {
  test('returns the result of the handler', async () => {
    const { client } = createWire({ 'documents.export': () => ({ savedAs }) });
    await expect(client.call('documents.export', { batchId: 3 })).resolves.toEqual({ savedAs });
  });

  test('throws the error of main with all its details', async () => {
    const fields = { details: { cause: 'EACCES' }, retryable: true, requestId: 'req_1' };
    const { client } = createWire({
      'documents.export': () => {
        throw new PaydeskError('file-not-written', 'no', fields);
      },
    });
    const error = await client.call('documents.export', { batchId: 3 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaydeskError);
    expect(error).toMatchObject({ code: 'file-not-written', ...fields });
  });

  test.each([
    ['an answer', { fine: true }],
    ['a result', { ok: true, value: { savedAs: 7 } }],
    ['an error', { ok: false, error: { code: 'made-up', message: '', retryable: false, details: {} } }],
  ])('refuses %s that does not match the contract', async (_what, answer) => {
    const client = createBridgeClient(() => ({ ...createWire().bridge, call: async () => answer }));
    const call = client.call('documents.export', { batchId: 1 });
    await expect(call).rejects.toMatchObject({ code: 'unexpected' });
  });
});

describe('the mirror of a topic', () => {
  test('loads until the answer with the current value has arrived', async () => {
    const { client, answer } = createWire();
    const mirror = client.mirror('settings');
    expect(mirror.getState()).toEqual({ status: 'loading', value: null });
    await answer('settings', { seq: 0, value: defaultSettings });
    expect(mirror.getState()).toEqual({ status: 'ready', value: defaultSettings });
  });

  test('is subscribed to once, however many components use it', () => {
    const { client, subscriptions } = createWire();
    expect(client.mirror('settings')).toBe(client.mirror('settings'));
    client.mirror('session');
    expect(subscriptions).toEqual(['settings', 'session']);
  });

  test('keeps a newer value that overtook the answer to the subscription', async () => {
    const { client, send, answer } = createWire();
    const mirror = client.mirror('settings');
    send('settings', { seq: 4, value: settingsWith('dark') });
    await answer('settings', { seq: 3, value: settingsWith('light') });
    expect(mirror.getState().value?.appearance.theme).toBe('dark');
  });

  test('ignores outdated changes, and accepts a newer value after a gap', () => {
    const { client, send } = createWire();
    const mirror = client.mirror('settings');
    send('settings', { seq: 4, value: settingsWith('dark') });
    send('settings', { seq: 3, value: settingsWith('light') });
    send('settings', { seq: 4, value: settingsWith('light') });
    expect(mirror.getState().value?.appearance.theme).toBe('dark');
    send('settings', { seq: 9, value: settingsWith('system') });
    expect(mirror.getState().value?.appearance.theme).toBe('system');
  });

  test('keeps its value when a change does not match the contract', () => {
    const { client, send } = createWire();
    const mirror = client.mirror('settings');
    send('settings', { seq: 1, value: settingsWith('dark') });
    expect(() => send('settings', { seq: 2, value: { appearance: 'pink' } })).toThrow(PaydeskError);
    expect(mirror.getState().value?.appearance.theme).toBe('dark');
  });

  test('keeps a change that arrives before the contract of its topic is loaded', async () => {
    const { client, send } = createWire();
    const mirror = client.mirror('activity');
    send('activity', { seq: 1, value: { entries: 3 } });
    send('activity', { seq: 2, value: { entries: 4 } });
    await vi.waitFor(() => expect(mirror.getState().value).toEqual({ entries: 4 }));
    send('activity', { seq: 3, value: { entries: 5 } });
    expect(mirror.getState().value).toEqual({ entries: 5 });
  });
});
