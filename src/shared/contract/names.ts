/** @file Channel names and types of the bridge. The preload script may import this file only. */

/** Commands: `{command, args}` in, a result or an error as data out. */
export const callChannel = 'paydesk:call';

/** Subscribes to a topic: returns its current value and starts its changes. */
export const subscribeChannel = 'paydesk:subscribe';

/** Ends a subscription to a topic. */
export const unsubscribeChannel = 'paydesk:unsubscribe';

/** Main to renderer: changes of topics, several in one message. */
export const changesChannel = 'paydesk:changes';

/** Converts paths of dropped or pasted files to opaque references. */
export const referencesChannel = 'paydesk:references';

/** Name of the global object of the page that has the functions of the preload script. */
export const bridgeName = 'paydesk';

/** Main to renderer: the clerk chose a menu item; carries one of {@link menuEvents}. */
export const menuChannel = 'paydesk:menu';

/**
 * Events that the preload script dispatches on `window` when the clerk chooses one of Paydesk's own menu items. The
 * page also listens for the keyboard shortcuts of these items, so an event does nothing that a shortcut does not.
 */
export const menuEvents = ['paydesk:settings', 'paydesk:find'] as const;

export type MenuEvent = (typeof menuEvents)[number];

/** A `File` of the page from a drop, a paste or an input. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

/** A topic's value and the sequence number of its change. */
export interface TopicChange {
  readonly seq: number;
  readonly value: unknown;
}

/** Functions that the preload script exposes to the page under {@link bridgeName}: plain data in and out. */
export interface PaydeskBridge {
  /** Resolves with the answer, also for an error; its form is `answerSchema` of the contract. */
  call(command: string, args: unknown): Promise<unknown>;
  /**
   * Calls `listener` with the current value, then with each later one, in order. Resolves after the first call with a
   * function that unsubscribes; rejects when main refuses the topic.
   */
  subscribe(topic: string, listener: (change: TopicChange) => void): Promise<() => void>;
  /** An opaque reference to the path of a file; empty for a file without a path. */
  reference(file: PageFile): Promise<string>;
}
