/** @file Names of channels for the preload, which may import nothing else. */

/** Carries every command: `{command, args}` in, a result or an error as data out. */
export const callChannel = 'paydesk:call';

/** Asks for a topic's present value and for its changes from now on. */
export const subscribeChannel = 'paydesk:subscribe';

/** Ends a subscription. */
export const unsubscribeChannel = 'paydesk:unsubscribe';

/** Main to renderer: changes of topics, several in one message. */
export const changesChannel = 'paydesk:changes';

/** Turns the paths of files that the clerk dropped or pasted into opaque references. */
export const referencesChannel = 'paydesk:references';

/** The name under which the preload exposes its functions. */
export const bridgeName = 'paydesk';

/** Main to renderer: an entry of the menu was chosen; carries one of {@link menuEvents}. */
export const menuChannel = 'paydesk:menu';

/**
 * Events that the preload sends to the page's `window` when the clerk chose Paydesk's own entries of the menu. The
 * page listens to the same keys itself, so an event only ever does what a key does too.
 */
export const menuEvents = ['paydesk:settings', 'paydesk:find'] as const;

export type MenuEvent = (typeof menuEvents)[number];

/** A file that the page holds: the `File` of a drop, a paste or an input. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

/** A topic's value and its place in the order of changes. */
export interface TopicChange {
  readonly seq: number;
  readonly value: unknown;
}

/** What the preload exposes to the page under {@link bridgeName}: three functions, plain data in and out. */
export interface PaydeskBridge {
  /** Resolves with the answer as data, an error included; its form is `answerSchema` of the contract. */
  call(command: string, args: unknown): Promise<unknown>;
  /**
   * Calls `listener` with the present value first and then with every later one, in order. Resolves with a function
   * that ends it, once the present value was given; rejects when main refuses the topic.
   */
  subscribe(topic: string, listener: (change: TopicChange) => void): Promise<() => void>;
  /** An opaque reference to a file's place on disk; empty for a file that has none. */
  reference(file: PageFile): Promise<string>;
}
