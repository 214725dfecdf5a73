/** @file Why rows are open after the matching with a ledger, in words. */
import type { OpenRow } from '../model/ledger.ts';
import { t } from './index.ts';

/** Returns why a row is open, for example "No row fits". */
export function formatOpenReason({ reason, isCompared }: Pick<OpenRow, 'reason' | 'isCompared'>): string {
  if (reason !== null) return t(`ledger.reason.${reason}`);
  return isCompared ? t('ledger.reason.none') : t('ledger.reason.notCompared');
}
