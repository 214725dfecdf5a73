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
  subscribeChannel,
  type TopicChange,
} from '../shared/contract/names.ts';

const subscriptions: { readonly topic: string; readonly listener: (change: TopicChange) => void }[] = [];

function hasFiles(args: unknown): args is { readonly files: readonly File[] } {
  return typeof args === 'object' && args !== null && 'files' in args && Array.isArray(args.files);
}

/** Returns the message of a call: the paths of dropped files travel beside the arguments. */
async function toMessage(command: string, args: unknown): Promise<object> {
  if (!hasFiles(args)) return { command, args };
  const { files, ...otherArgs } = args;
  const paths = await Promise.all(files.map(async (file) => webUtils.getPathForFile(file)));
  return { command, args: otherArgs, paths };
}

const bridge: PaydeskBridge = {
  async call(command, args) {
    const answer: unknown = await ipcRenderer.invoke(callChannel, await toMessage(command, args));
    return answer;
  },
  subscribe(topic, listener) {
    subscriptions.push({ topic, listener });
    return ipcRenderer.invoke(subscribeChannel, topic);
  },
};

ipcRenderer.on(changesChannel, (_event, changes: (TopicChange & { topic: string })[]) => {
  for (const { topic, seq, value } of changes) {
    for (const subscription of subscriptions) {
      if (subscription.topic === topic) subscription.listener({ seq, value });
    }
  }
});

ipcRenderer.on(menuChannel, (_event, chosenEvent: string) => {
  const event = menuEvents.find((name) => name === chosenEvent);
  if (event !== undefined) window.dispatchEvent(new Event(event));
});

contextBridge.exposeInMainWorld(bridgeName, bridge);
