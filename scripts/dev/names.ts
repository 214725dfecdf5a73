/** @file Names that the development server, the program that it starts, and the page share. */

/** Environment variable with the address of the development server. */
export const serverVariable = 'PAYDESK_DEV_SERVER';

/** Path that the page requests when it must be reloaded, because a change cannot be applied in place. */
export const reloadPath = '/__reload';

/** Path of the page's connection to the development server. */
export const socketPath = '/__socket';
