import { formatList, t } from '../../shared/messages/index.ts';

const maxNames = 3;

/** The message about files that came from a program instead of a disk and therefore have no path to read again. */
export function filesNotSavedMessage(names: readonly string[]): string {
  const quotedNames = names.slice(0, maxNames).map((name) => t('components.files.quoted', { name }));
  const unlistedCount = names.length - quotedNames.length;
  const unlistedNote = unlistedCount === 0 ? [] : [t('components.files.more', { count: unlistedCount })];
  return t('components.files.notSaved', {
    count: names.length,
    names: formatList([...quotedNames, ...unlistedNote]),
  });
}
