/** @file Labels and icons of the actions on one document, and their bulk actions. */
import { t } from '../../../shared/messages/index.ts';
import type { IconName } from '../../components/icons.ts';
import type { PlainAct } from './use-document-acts.ts';
import type { Way } from './ways.ts';

/** Returns the label of an action. */
export function wordOfWay(way: Way): string {
  return t(`documentsPanel.ways.${way}`);
}

/** Icons of the actions, for the buttons of a row. */
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

/** Returns the bulk action of an action without a dialog; `null` for the others. */
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

/** Actions that need the explanation in the panel. */
const onlyInPanel: ReadonlySet<Way> = new Set(['unassign', 'attach-others', 'include-now']);

/** Returns the actions shown in a row: at most two. */
export function waysOfRow(ways: readonly Way[]): readonly Way[] {
  return ways.filter((way) => !onlyInPanel.has(way)).slice(0, 2);
}
