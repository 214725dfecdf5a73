/** @file Words and icons of the ways out, and what each of them does to its one document. */
import { t } from '../../../shared/messages/index.ts';
import type { IconName } from '../../components/icons.ts';
import type { PlainAct } from './use-document-acts.ts';
import type { Way } from './ways.ts';

/** The word of a way's button. */
export function wordOfWay(way: Way): string {
  return t(`documentsPanel.ways.${way}`);
}

/** The icon of a way, for the buttons at the end of a row. */
export const iconOfWay: Readonly<Record<Way, IconName>> = {
  assign: 'people',
  reassign: 'people',
  unassign: 'close',
  exclude: 'minus',
  include: 'plus',
  'include-now': 'plus',
  'send-anyway': 'plus',
  recheck: 'retry',
  'check-new-version': 'retry',
  retry: 'retry',
  'try-now': 'retry',
  cancel: 'close',
  settle: 'help',
  'attach-others': 'check',
};

/** The act behind a way that needs no question; `null` for the others. */
export function actOfWay(way: Way): PlainAct | null {
  switch (way) {
    case 'include-now':
      return 'include';
    case 'check-new-version':
      return 'recheck';
    case 'try-now':
      return 'retry';
    case 'unassign':
    case 'exclude':
    case 'include':
    case 'send-anyway':
    case 'recheck':
    case 'retry':
      return way;
    case 'assign':
    case 'reassign':
    case 'cancel':
    case 'settle':
    case 'attach-others':
      return null;
  }
}

/** Ways that are too much for the end of a row: they need the words of the panel. */
const onlyInPanel: ReadonlySet<Way> = new Set(['unassign', 'attach-others', 'include-now']);

/** The ways that stand at the end of a row: at most two. */
export function waysOfRow(ways: readonly Way[]): readonly Way[] {
  return ways.filter((way) => !onlyInPanel.has(way)).slice(0, 2);
}
