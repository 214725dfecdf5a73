import type { PageFile } from '../../../shared/contract/names.ts';
import { formatList, t } from '../../../shared/messages/index.ts';

const maxNames = 3;

/**
 * The message about files that came from a program instead of a disk and therefore have no path to read again.
 * `positions` are their positions in the drop.
 */
export function filesNotSavedMessage(files: readonly PageFile[], positions: readonly number[]): string {
  const quotedNames = positions
    .slice(0, maxNames)
    .map((position) => t('components.files.quoted', { name: files[position]?.name ?? '' }));
  const unlistedCount = positions.length - quotedNames.length;
  const unlistedNote = unlistedCount === 0 ? [] : [t('components.files.more', { count: unlistedCount })];
  return t('components.files.notSaved', {
    count: positions.length,
    names: formatList([...quotedNames, ...unlistedNote]),
  });
}
