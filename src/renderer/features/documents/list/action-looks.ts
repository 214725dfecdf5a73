/** @file Labels and icons of the actions on one document, and their bulk actions. */
import { t } from '../../../../shared/messages/index.ts';
import type { IconName } from '../../../components/layout/icons.ts';
import type { DirectAction } from './document-action-runner.ts';
import type { DocumentAction } from './document-actions.ts';

export function labelOfAction(action: DocumentAction): string {
  return t(`documentsPanel.actions.${action}`);
}

export const iconOfAction: Readonly<Record<DocumentAction, IconName>> = {
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

/** Returns the bulk action that carries out an action on one document; `null` for an action without one. */
export function directActionOf(action: DocumentAction): DirectAction | null {
  switch (action) {
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
      return action;
    case 'assign':
    case 'reassign':
    case 'cancel':
    case 'settle':
    case 'attach-others':
      return null;
  }
}

/** Actions that need the explanation in the panel. */
const onlyInPanel: ReadonlySet<DocumentAction> = new Set(['unassign', 'attach-others', 'include-now']);

/** Returns the actions shown in a row: at most two. */
export function actionsOfRow(actions: readonly DocumentAction[]): readonly DocumentAction[] {
  return actions.filter((action) => !onlyInPanel.has(action)).slice(0, 2);
}
