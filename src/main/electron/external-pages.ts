/**
 * @file The only way to the system's browser. A page that a link of the window names is opened only when its whole
 * address is on the administrator's list; an address that was found in a proof only after the clerk has confirmed it.
 */
import { shell } from 'electron';
import { allowedWebAddress } from '../web-address.ts';

/** Opens pages of a fixed list in the system's browser. */
export interface ExternalPages {
  /** Opens a page and tells whether it was on the list. */
  open(address: string): Promise<boolean>;
}

/** Creates the opener. Addresses that are not plain `https:` ones are never on the list, whoever put them there. */
export function createExternalPages(list: readonly string[]): ExternalPages {
  const allowed = new Set(list.filter(isPlain));
  return {
    async open(address) {
      if (!allowed.has(address)) return false;
      await shell.openExternal(address);
      return true;
    },
  };
}

function isPlain(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Opens an address that the clerk has seen and confirmed. Throws `link-not-allowed` unless it is https of a named host. */
export async function openWebAddress(address: string): Promise<void> {
  await shell.openExternal(allowedWebAddress(address));
}
