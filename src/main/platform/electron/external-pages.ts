/**
 * @file Opens pages in the system's browser; no other module does. A link of the window is opened only when its whole
 * URL is on the administrator's list, and a link from a proof only after the clerk confirmed it.
 */
import { shell } from 'electron';
import { normalizeWebAddress } from '../web-address.ts';

/** Creates the opener. Addresses that are not plain `https:` are ignored. */
export function createExternalPages(allowedAddresses: readonly string[]) {
  const plainAddresses = new Set(allowedAddresses.filter(isPlainHttpsAddress));
  return {
    /** Opens a page if its address is on the list; resolves with true if the page was opened. */
    async open(address: string) {
      if (!plainAddresses.has(address)) return false;
      await shell.openExternal(address);
      return true;
    },
  };
}

function isPlainHttpsAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Opens an address that the clerk has confirmed. Throws `link-not-allowed` unless it is `https:` with a host name. */
export async function openWebAddress(address: string): Promise<void> {
  await shell.openExternal(normalizeWebAddress(address));
}
