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

/** A subscribed topic: one subscription in main for any number of listeners. */
interface Followed {
  readonly listeners: Set<Listener>;
  /** Resolves with the first value, or rejects when main refuses. */
  readonly started: Promise<TopicChange>;
  /** Listeners, including those that wait for the first value. */
  users: number;
  /** The newest value; `null` before the first one. */
  latest: TopicChange | null;
  /** The newest change that arrived before the first value: replies and messages may overtake each other. */
  early: TopicChange | null;
}

/** A file whose reference was requested. */
interface PendingFile {
  readonly file: File;
  readonly resolve: (reference: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of files per message. */
const filesPerMessage = 10_000;

const followed = new Map<string, Followed>();
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

async function firstValueOf(topic: string): Promise<TopicChange> {
  const first = await invoke(subscribeChannel, topic);
  if (isRecord(first) && typeof first['seq'] === 'number')
    return { seq: first['seq'], value: first['value'] };
  throw new Error('The bridge gave no value');
}

function follow(topic: string): Followed {
  const entry: Followed = {
    listeners: new Set(),
    started: firstValueOf(topic),
    users: 0,
    latest: null,
    early: null,
  };
  followed.set(topic, entry);
  return entry;
}

function onChange(topic: string, change: TopicChange): void {
  const entry = followed.get(topic);
  if (entry === undefined) return;
  if (entry.latest === null) {
    entry.early = change;
  } else if (change.seq > entry.latest.seq) {
    entry.latest = change;
    for (const listener of entry.listeners) listener(change);
  }
}

/** Returns the newest value of an accepted topic. */
async function newestOf(entry: Followed): Promise<TopicChange> {
  const first = await entry.started;
  entry.latest ??= entry.early !== null && entry.early.seq > first.seq ? entry.early : first;
  return entry.latest;
}

async function referPendingFiles(): Promise<void> {
  const batch = pendingFiles;
  pendingFiles = [];
  for (let start = 0; start < batch.length; start += filesPerMessage) {
    await refer(batch.slice(start, start + filesPerMessage));
  }
}

async function refer(batch: readonly PendingFile[]): Promise<void> {
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
    const entry = followed.get(topic) ?? follow(topic);
    entry.users += 1;
    const own: Listener = (change) => listener(change);
    function leave(): void {
      entry.listeners.delete(own);
      entry.users -= 1;
      if (entry.users > 0) return;
      followed.delete(topic);
      if (entry.latest !== null) void ipcRenderer.invoke(unsubscribeChannel, topic);
    }
    try {
      own(await newestOf(entry));
    } catch (error) {
      leave();
      throw error;
    }
    entry.listeners.add(own);
    let ended = false;
    return () => {
      if (!ended) leave();
      ended = true;
    };
  },

  reference(file: File) {
    return new Promise((resolve, reject) => {
      // The references of all files of a drop are requested in one message.
      if (pendingFiles.length === 0) queueMicrotask(() => void referPendingFiles());
      pendingFiles.push({ file, resolve, reject });
    });
  },
};

ipcRenderer.on(changesChannel, (_event, changes: (TopicChange & { topic: string })[]) => {
  for (const { topic, seq, value } of changes) onChange(topic, { seq, value });
});

ipcRenderer.on(menuChannel, (_event, chosen: string) => {
  const event = menuEvents.find((name) => name === chosen);
  if (event !== undefined) window.dispatchEvent(new Event(event));
});

contextBridge.exposeInMainWorld(bridgeName, bridge);
