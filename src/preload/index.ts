/**
 * @file The preload script: exposes the bridge's functions to the page, and nothing of Electron. Only plain data
 * crosses the bridge, and paths on the clerk's machine never reach the page.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  bridgeName,
  callChannel,
  changesChannel,
  menuChannel,
  menuEvents,
  type PaydeskBridge,
  referencesChannel,
  subscribeChannel,
  type TopicChange,
  unsubscribeChannel,
} from '../shared/contract/names.ts';

type Listener = (change: TopicChange) => void;

/** A topic that the page subscribed to: one subscription in main for any number of listeners. */
interface TopicSubscription {
  readonly listeners: Set<Listener>;
  /** Resolves with the first value, or rejects when main refuses the subscription. */
  readonly firstValue: Promise<TopicChange>;
  /** Number of listeners, including those that wait for the first value. */
  listenerCount: number;
  /** The newest value; `null` before the first value. */
  newestChange: TopicChange | null;
  /** The newest change that arrived before the first value: replies and messages may overtake each other. */
  earlyChange: TopicChange | null;
}

/** A file whose reference was requested. */
interface PendingFile {
  readonly file: File;
  readonly resolve: (reference: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of files per message. */
const maxFilesPerMessage = 10_000;

const subscriptions = new Map<string, TopicSubscription>();
let pendingFiles: PendingFile[] = [];

/** Returns the value of main's answer; throws an error with the message of a refusal. */
async function invoke(channel: string, argument: unknown): Promise<unknown> {
  const answer: unknown = await ipcRenderer.invoke(channel, argument);
  if (isRecord(answer) && answer['ok'] === true) return answer['value'];
  const error = isRecord(answer) ? answer['error'] : undefined;
  throw new Error(isRecord(error) ? String(error['message']) : 'The bridge gave no answer');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function fetchFirstValue(topic: string): Promise<TopicChange> {
  const first = await invoke(subscribeChannel, topic);
  if (isRecord(first) && typeof first['seq'] === 'number')
    return { seq: first['seq'], value: first['value'] };
  throw new Error('The bridge gave no value');
}

function startSubscription(topic: string): TopicSubscription {
  const entry: TopicSubscription = {
    listeners: new Set(),
    firstValue: fetchFirstValue(topic),
    listenerCount: 0,
    newestChange: null,
    earlyChange: null,
  };
  subscriptions.set(topic, entry);
  return entry;
}

function onChange(topic: string, change: TopicChange): void {
  const entry = subscriptions.get(topic);
  if (entry === undefined) return;
  if (entry.newestChange === null) {
    entry.earlyChange = change;
  } else if (change.seq > entry.newestChange.seq) {
    entry.newestChange = change;
    for (const listener of entry.listeners) listener(change);
  }
}

/** Returns the newest value of a topic after main has accepted the subscription. */
async function waitForNewestChange(entry: TopicSubscription): Promise<TopicChange> {
  const first = await entry.firstValue;
  entry.newestChange ??=
    entry.earlyChange !== null && entry.earlyChange.seq > first.seq ? entry.earlyChange : first;
  return entry.newestChange;
}

async function requestPendingReferences(): Promise<void> {
  const batch = pendingFiles;
  pendingFiles = [];
  for (let start = 0; start < batch.length; start += maxFilesPerMessage) {
    await requestReferences(batch.slice(start, start + maxFilesPerMessage));
  }
}

async function requestReferences(batch: readonly PendingFile[]): Promise<void> {
  try {
    const paths = await Promise.all(batch.map(async ({ file }) => webUtils.getPathForFile(file)));
    const references = await invoke(referencesChannel, paths);
    if (!Array.isArray(references)) throw new Error('The bridge gave no references');
    for (const [index, { resolve }] of batch.entries()) resolve(String(references[index] ?? ''));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const bridge: PaydeskBridge = {
  call: (command, args) => ipcRenderer.invoke(callChannel, { command, args }),

  async subscribe(topic, listener) {
    const entry = subscriptions.get(topic) ?? startSubscription(topic);
    entry.listenerCount += 1;
    const ownListener: Listener = (change) => listener(change);
    function unsubscribe(): void {
      entry.listeners.delete(ownListener);
      entry.listenerCount -= 1;
      if (entry.listenerCount > 0) return;
      subscriptions.delete(topic);
      if (entry.newestChange !== null) void ipcRenderer.invoke(unsubscribeChannel, topic);
    }
    try {
      ownListener(await waitForNewestChange(entry));
    } catch (error) {
      unsubscribe();
      throw error;
    }
    entry.listeners.add(ownListener);
    let hasUnsubscribed = false;
    return () => {
      if (!hasUnsubscribed) unsubscribe();
      hasUnsubscribed = true;
    };
  },

  reference(file: File) {
    return new Promise((resolve, reject) => {
      // The references of all files of a drop are requested in one message.
      if (pendingFiles.length === 0) queueMicrotask(() => void requestPendingReferences());
      pendingFiles.push({ file, resolve, reject });
    });
  },
};

ipcRenderer.on(changesChannel, (_event, changes: (TopicChange & { topic: string })[]) => {
  for (const { topic, seq, value } of changes) onChange(topic, { seq, value });
});

ipcRenderer.on(menuChannel, (_event, chosenEvent: string) => {
  const event = menuEvents.find((name) => name === chosenEvent);
  if (event !== undefined) window.dispatchEvent(new Event(event));
});

contextBridge.exposeInMainWorld(bridgeName, bridge);
