/**
 * @file Connects the bridge to Electron's IPC. A message counts only when it comes from the main frame of a window
 * that Paydesk opened, showing Paydesk's own origin; any other sender is answered `sender-refused` and nothing else.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { z } from 'zod';
import type { Answer } from '../../shared/contract/index.ts';
import {
  callChannel,
  changesChannel,
  referencesChannel,
  subscribeChannel,
  unsubscribeChannel,
} from '../../shared/contract/names.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import type { Subscriber } from '../bridge/topics.ts';
import { appOrigin } from './origin.ts';

/** The most files whose references can be asked for in one message. */
const filesPerMessage = 20_000;

const callSchema = z.strictObject({ command: z.string().max(100), args: z.unknown() });
const topicSchema = z.string().max(100);
const pathsSchema = z.array(z.string().max(32_767)).max(filesPerMessage);

/** Windows whose messages count. */
export interface BridgeAdapter {
  /** Lets a window in until it is gone. Subscriptions end when its page is replaced or lost. */
  admit(contents: WebContents): void;
}

/** Handles the bridge's channels. To be called once in the life of the program. */
export function connectBridge(app: Pick<App, 'call' | 'topics' | 'references'>): BridgeAdapter {
  const subscribers = new Map<WebContents, Subscriber>();

  function senderOf(event: IpcMainInvokeEvent): Subscriber {
    const subscriber = subscribers.get(event.sender);
    const frame = event.senderFrame;
    const trusted =
      subscriber !== undefined &&
      frame !== null &&
      frame === event.sender.mainFrame &&
      frame.origin === appOrigin;
    if (!trusted) throw new PaydeskError('sender-refused', 'A message came from an unknown sender');
    return subscriber;
  }

  function answer(channel: string, run: (sender: Subscriber, argument: unknown) => unknown): void {
    ipcMain.handle(channel, async (event, argument: unknown): Promise<Answer> => {
      try {
        return { ok: true, value: await run(senderOf(event), argument) };
      } catch (thrown) {
        return { ok: false, error: toWire(toPaydeskError(thrown)) };
      }
    });
  }

  ipcMain.handle(callChannel, async (event, argument: unknown): Promise<Answer> => {
    try {
      senderOf(event);
      const { command, args } = parse(callSchema, argument);
      return await app.call(command, args);
    } catch (thrown) {
      return { ok: false, error: toWire(toPaydeskError(thrown)) };
    }
  });
  answer(subscribeChannel, (sender, topic) => app.topics.subscribe(sender, parse(topicSchema, topic)));
  answer(unsubscribeChannel, (sender, topic) => {
    app.topics.unsubscribe(sender, parse(topicSchema, topic));
    return null;
  });
  answer(referencesChannel, (_sender, paths) => app.references.issue(parse(pathsSchema, paths)));

  return {
    admit(contents) {
      const subscriber: Subscriber = {
        send(changes) {
          if (!contents.isDestroyed()) contents.send(changesChannel, changes);
        },
      };
      const drop = () => app.topics.drop(subscriber);
      subscribers.set(contents, subscriber);
      contents.on('did-start-navigation', (details) => {
        if (details.isMainFrame && !details.isSameDocument) drop();
      });
      contents.on('render-process-gone', drop);
      contents.once('destroyed', () => {
        subscribers.delete(contents);
        drop();
      });
    },
  };
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PaydeskError('arguments-invalid', 'A message does not fit the bridge');
  return parsed.data;
}
