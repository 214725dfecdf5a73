/** @file The states of rows in words. */
import { type RowStateKind, rowStateNames } from '../model/statements/row-states.ts';
import { t } from './index.ts';

/** Returns a state in words, for example "Ticked". */
export function formatRowState(kind: RowStateKind, value: number): string {
  switch (kind) {
    case 'tick':
      return t(`rowStates.tick.${rowStateNames.tick[value] ?? 'none'}`);
    case 'note':
      return t(`rowStates.note.${rowStateNames.note[value] ?? 'none'}`);
    case 'agreement':
      return t(`rowStates.agreement.${rowStateNames.agreement[value] ?? 'none'}`);
    case 'ledger':
      return t(`rowStates.ledger.${rowStateNames.ledger[value] ?? 'none'}`);
  }
}
