/** @file Words of the parts that every screen is made of. */
import { counted, formatList, formatNumber } from './count.ts';

const character = { one: 'character', other: 'characters' } as const;

/** See the file's header. */
export const componentWords = {
  clear: 'Clear',
  closePanel: 'Close panel',
  copied: 'Copied',
  loading: 'Loading',
  looking: 'Looking…',
  /** `next` come at once, `rest` are left altogether. */
  showMore: (next: number, rest: number) =>
    next === rest
      ? `Show ${formatNumber(next)} more`
      : `Show ${formatNumber(next)} of ${formatNumber(rest)} more`,
  showLess: 'Show fewer',
  tryAgain: 'Try again',
  environment: { production: 'Production', sandbox: 'Sandbox' },
  nothingFits: (text: string) => (text === '' ? 'Nothing here yet' : `Nothing fits “${text}”`),
  requestId: (id: string) => `Request ID ${id}`,
  secret: {
    pasted: (count: number) => `${counted(count, character)} pasted`,
    typed: (count: number) => counted(count, character),
  },
  discard: {
    title: 'Discard what you typed?',
    lead: 'It was not saved and cannot be brought back.',
    keep: 'Keep editing',
    act: 'Discard',
  },
  grid: { selectAll: 'Select all rows' },
  files: {
    /** Files that came from a program and not from a disk, so that there is no place to read them again. */
    withoutPlace: (names: readonly string[]) =>
      names.length === 1
        ? `“${names[0] ?? ''}” has no place on this computer. Save it to a folder first, then drop it from there.`
        : `${counted(names.length, { one: 'file has', other: 'files have' })} no place on this computer: ${formatList(shortened(names))}. Save them to a folder first, then drop them from there.`,
  },
} as const;

const maxNames = 3;

function shortened(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, maxNames).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  return rest === 0 ? shown : [...shown, `${rest} more`];
}
