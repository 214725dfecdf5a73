/** @file Channel names and types of the bridge. The preload script may import this file only. */

/** Commands: `{command, args}` and the paths of dropped files in, a result or an error as data out. */
export const callChannel = 'paydesk:call';

/** Subscribes to a topic: returns its current value and starts its changes. */
export const subscribeChannel = 'paydesk:subscribe';

/** Main to renderer: changes of topics, several in one message. */
export const changesChannel = 'paydesk:changes';

/** Name of the global object of the page that has the functions of the preload script. */
export const bridgeName = 'paydesk';

/** Main to renderer: the clerk chose a menu item; carries one of {@link menuEvents}. */
export const menuChannel = 'paydesk:menu';

/**
 * Events that the preload script dispatches on `window` when the clerk chooses one of Paydesk's own menu items. The
 * page also listens for the keyboard shortcuts of these items, so an event does nothing that a shortcut does not.
 */
export const menuEvents = [
  'paydesk:settings',
  'paydesk:find',
  'paydesk:help',
  'paydesk:larger-text',
  'paydesk:smaller-text',
  'paydesk:normal-text',
] as const;

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
  /**
   * Resolves with the answer, also for an error; its form is `answerSchema` of the contract. The argument `files` is an
   * array of `File` objects, which are replaced with their paths.
   */
  call(command: string, args: unknown): Promise<unknown>;
  /**
   * Resolves with an answer that contains the current value and its sequence number, or the error with which main
   * refuses the topic. `listener` gets later values; it may get a newer value before the answer arrives.
   */
  subscribe(topic: string, listener: (change: TopicChange) => void): Promise<unknown>;
}
