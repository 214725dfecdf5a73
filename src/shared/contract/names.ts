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
