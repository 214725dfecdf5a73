/** @file Confirmations in native dialogs, which a compromised page can neither answer nor hide. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Dialogs } from './platform.ts';

/** Maximum number of characters shown of a path; host names are always shown completely. */
const maxShownPath = 60;
const maxShownName = 80;

/** Makes every character of an address visible: a path may contain characters that change the text direction. */
export function toVisibleAddress(address: string): string {
  const visible = address.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  const pathOffset = visible.indexOf('/', visible.indexOf('//') + 2);
  if (pathOffset === -1 || visible.length <= pathOffset + maxShownPath) return visible;
  return `${visible.slice(0, pathOffset + maxShownPath)}…`;
}

/** Makes a name a single line without invisible characters. */
export function toVisibleName(name: string): string {
  const visible = name.replace(/[\p{C}\s]+/gu, ' ').trim();
  return visible.length <= maxShownName ? visible : `${visible.slice(0, maxShownName)}…`;
}

/** Asks a question whose first answer confirms. Throws `cancelled` for another answer. */
type Confirm = (question: Parameters<Dialogs['choose']>[0]) => Promise<void>;

/** Creates a function that asks one question at a time: a second one would hide the first and throws `cancelled`. */
export function createConfirmation(dialogs: Pick<Dialogs, 'choose'>): Confirm {
  let isOpen = false;
  return async (question) => {
    if (isOpen) throw new PaydeskError('cancelled', 'Another confirmation is open');
    isOpen = true;
    try {
      if ((await dialogs.choose(question)) !== 0)
        throw new PaydeskError('cancelled', 'The clerk did not confirm');
    } finally {
      isOpen = false;
    }
  };
}
