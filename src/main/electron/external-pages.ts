/**
 * @file The way from a link of the page to the system's browser (an address in a proof goes through `web-address.ts`, after
 * a question). A page is opened only when its whole address is on the list; what the
 * list holds comes from the administrator, never from the page, a document or an answer of the service.
 */
import { shell } from 'electron';

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
