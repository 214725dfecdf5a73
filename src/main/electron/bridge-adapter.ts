/**
 * @file Connects the bridge to Electron's IPC. Only messages from the main frame of a window that Paydesk opened,
 * showing Paydesk's own origin, are accepted; other senders get `sender-refused`.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { z } from 'zod';
import type { Answer } from '../../shared/contract/index.ts';
import { callChannel, changesChannel, subscribeChannel } from '../../shared/contract/names.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import type { Subscriber } from '../bridge/topics.ts';
import { appOrigin } from './origin.ts';

const callSchema = z.strictObject({
  command: z.string().max(100),
  args: z.unknown(),
  /** Paths of dropped files; empty for a file that is not on disk. */
  paths: z.array(z.string().max(32_767)).optional(),
});
const topicSchema = z.string().max(100);

/** Manages the windows whose messages are accepted. */
export interface BridgeAdapter {
  /** Accepts a window's messages until the window is destroyed. Subscriptions end when its page is replaced or crashes. */
  admit(contents: WebContents): void;
}

/** Handles the bridge's channels. Must be called only once, because a channel has one handler. */
export function connectBridge(app: Pick<App, 'call' | 'topics'>): BridgeAdapter {
  const subscribers = new Map<WebContents, Subscriber>();

  function requireTrustedSender(event: IpcMainInvokeEvent): Subscriber {
    const subscriber = subscribers.get(event.sender);
    const frame = event.senderFrame;
    const isTrusted =
      subscriber !== undefined &&
      frame !== null &&
      frame === event.sender.mainFrame &&
      frame.origin === appOrigin;
    if (!isTrusted) throw new PaydeskError('sender-refused', 'A message came from an unknown sender');
    return subscriber;
  }

  /** Answers the messages of a channel; errors are answers, too. */
  function handleChannel(
    channel: string,
    answer: (sender: Subscriber, argument: unknown) => Answer | Promise<Answer>,
  ): void {
    ipcMain.handle(channel, async (event, argument: unknown): Promise<Answer> => {
      try {
        return await answer(requireTrustedSender(event), argument);
      } catch (thrown) {
        return { ok: false, error: toWire(toPaydeskError(thrown)) };
      }
    });
  }

  handleChannel(callChannel, (_sender, argument) => {
    const { command, args, paths } = parse(callSchema, argument);
    return app.call(command, args, paths);
  });
  handleChannel(subscribeChannel, (sender, argument) => {
    return { ok: true, value: app.topics.subscribe(sender, parse(topicSchema, argument)) };
  });

  return {
    admit(contents) {
      const subscriber: Subscriber = {
        send(changes) {
          if (!contents.isDestroyed()) contents.send(changesChannel, changes);
        },
      };
      const dropSubscriber = () => app.topics.drop(subscriber);
      subscribers.set(contents, subscriber);
      contents.on('did-start-navigation', (details) => {
        if (details.isMainFrame && !details.isSameDocument) dropSubscriber();
      });
      contents.on('render-process-gone', dropSubscriber);
      contents.once('destroyed', () => {
        subscribers.delete(contents);
        dropSubscriber();
      });
    },
  };
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PaydeskError('arguments-invalid', 'A message does not fit the bridge');
  return parsed.data;
}
