/**
 * @file Connects the bridge to Electron's IPC. Only messages from the main frame of a window that Paydesk opened,
 * showing Paydesk's own origin, are accepted; other senders get `sender-refused`.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Answer } from '../../../shared/contract/answers.ts';
import { callChannel, changesChannel, subscribeChannel } from '../../../shared/contract/names.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { PageRequests } from '../../bridge/page-requests.ts';
import type { Subscriber } from '../../bridge/topics.ts';
import { appOrigin } from './origin.ts';

/** Manages the windows whose messages are accepted. */
export interface BridgeAdapter {
  /** Accepts a window's messages until the window is destroyed. Subscriptions end when its page is replaced or crashes. */
  admit(contents: WebContents): void;
}

/**
 * Handles the bridge's channels. Messages of a page that is loaded before the program is open are answered then, in their
 * order. Must be called only once, because a channel has one handler.
 */
export function connectBridge(opening: Promise<PageRequests>): BridgeAdapter {
  // Each message gets the error as its answer.
  opening.catch(() => undefined);
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
    answer: (requests: PageRequests, argument: unknown, sender: Subscriber) => Answer | Promise<Answer>,
  ): void {
    ipcMain.handle(channel, async (event, argument: unknown): Promise<Answer> => {
      try {
        const sender = requireTrustedSender(event);
        return await answer(await opening, argument, sender);
      } catch (thrown) {
        return { ok: false, error: toWire(toPaydeskError(thrown)) };
      }
    });
  }

  handleChannel(callChannel, (requests, message) => requests.call(message));
  handleChannel(subscribeChannel, (requests, topicName, sender) => requests.subscribe(sender, topicName));

  return {
    admit(contents) {
      const subscriber: Subscriber = {
        send(changes) {
          if (!contents.isDestroyed()) contents.send(changesChannel, changes);
        },
      };
      // The page of a program that cannot be opened has no subscriptions.
      const dropSubscriber = () =>
        void opening.then(
          (requests) => requests.drop(subscriber),
          () => undefined,
        );
      subscribers.set(contents, subscriber);
      // Emitted for the main frame alone, and before the new page runs. A navigation that was only started may still be
      // denied, and its page stays.
      contents.on('did-navigate', dropSubscriber);
      contents.on('render-process-gone', dropSubscriber);
      contents.once('destroyed', () => {
        subscribers.delete(contents);
        dropSubscriber();
      });
    },
  };
}
