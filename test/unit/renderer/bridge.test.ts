import { describe, expect, test } from 'vitest';
import { createRegistrar, type Handlers, handle } from '../../../src/main/bridge/registrar.ts';
import { createBridgeClient, isNewer } from '../../../src/renderer/bridge.ts';
import { commands } from '../../../src/shared/contract/index.ts';
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
  const bridge: PaydeskBridge = {
    call: async (command, args) => structuredClone(await registrar.call(command, args)),
    subscribe: async (topic, listener) => {
      subscriptions.push(topic);
      listeners.set(topic, listener);
      return () => {
        listeners.delete(topic);
      };
    },
    reference: async (file) => (file.name.startsWith('mail') ? '' : `ref:${file.name}`),
  };
  const send = (topic: string, change: TopicChange) => listeners.get(topic)?.(change);
  return { bridge, subscriptions, send, client: createBridgeClient(() => bridge) };
}

const settingsWith = (theme: Settings['appearance']['theme']): Settings => ({
  ...defaultSettings,
  appearance: { theme, contrast: false },
});

const savedAs: SavedFile = { reference: 'r', path: '/a/result.csv', kind: 'file', canOpen: true };

describe('a call', () => {
  test('returns the result of the handler', async () => {
    const { client } = createWire({
      'documents.export': handle(commands['documents.export'], () => ({ savedAs })),
    });
    await expect(client.call('documents.export', { batchId: 3 })).resolves.toEqual({ savedAs });
  });

  test('throws the error of main with all its details', async () => {
    const { client } = createWire({
      'documents.export': handle(commands['documents.export'], () => {
        throw new PaydeskError('file-not-written', 'no', {
          details: { cause: 'EACCES' },
          retryable: true,
          requestId: 'req_1',
        });
      }),
    });
    const error = await client.call('documents.export', { batchId: 3 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaydeskError);
    expect(error).toMatchObject({
      code: 'file-not-written',
      details: { cause: 'EACCES' },
      retryable: true,
      requestId: 'req_1',
    });
  });

  test('is refused in main when its arguments do not match the contract', async () => {
    const { client } = createWire({
      'documents.export': handle(commands['documents.export'], () => ({ savedAs: null })),
    });
    await expect(client.call('documents.export', { batchId: -1 })).rejects.toMatchObject({
      code: 'arguments-invalid',
      details: { fields: ['batchId'] },
    });
  });

  test.each([
    ['an answer', { fine: true }],
    ['a result', { ok: true, value: { savedAs: 7 } }],
    ['an error', { ok: false, error: { code: 'made-up', message: '', retryable: false, details: {} } }],
  ])('refuses %s that does not match the contract', async (_what, answer) => {
    const { bridge } = createWire();
    const client = createBridgeClient(() => ({ ...bridge, call: async () => answer }));
    await expect(client.call('documents.export', { batchId: 1 })).rejects.toMatchObject({
      code: 'unexpected',
    });
  });
});

describe('the mirror of a topic', () => {
  test('loads until the first value has arrived', () => {
    const { client, send } = createWire();
    const mirror = client.mirror('settings');
    expect(mirror.getState()).toEqual({ status: 'loading', value: null });
    send('settings', { seq: 0, value: defaultSettings });
    expect(mirror.getState()).toEqual({ status: 'ready', value: defaultSettings });
  });

  test('is subscribed to once, however many components use it', () => {
    const { client, subscriptions } = createWire();
    expect(client.mirror('settings')).toBe(client.mirror('settings'));
    client.mirror('session');
    expect(subscriptions).toEqual(['settings', 'session']);
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

  test('accepts any first sequence number, and then only higher numbers', () => {
    expect(isNewer(null, 0)).toBe(true);
    expect(isNewer(0, 1)).toBe(true);
    expect(isNewer(1, 1)).toBe(false);
    expect(isNewer(2, 1)).toBe(false);
  });
});

describe('dropped files', () => {
  const createFile = (name: string) => ({ name, size: 1, lastModified: 0 });

  test('become references in order, and files without a path are named', async () => {
    const { client } = createWire();
    const files = ['a.pdf', 'mail-1.pdf', 'b.pdf', 'mail-2.pdf'].map(createFile);
    await expect(client.referenceFiles(files)).resolves.toEqual({
      references: ['ref:a.pdf', 'ref:b.pdf'],
      namesWithoutPath: ['mail-1.pdf', 'mail-2.pdf'],
    });
  });

  test('keep the order of 500 files', async () => {
    const { client } = createWire();
    const files = Array.from({ length: 500 }, (_, index) => createFile(`${index}.pdf`));
    const { references } = await client.referenceFiles(files);
    expect(references).toEqual(files.map(({ name }) => `ref:${name}`));
  });
});
