/** @file The statements of chosen wallets and months that can be signed off together. */
import { formatMonth, t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import type { CombineChoice } from '../combined/combine-choice.ts';
import { walletTitle } from '../statement-cells.tsx';

/** Maximum number of statements in one dialog: each is read, checked and shown with its figures. */
export const maxSignedTogether = 24;

export interface StatementToSign {
  readonly id: number;
  /** Wallet and month; `null` for the only statement. */
  readonly label: string | null;
}

/** Returns the stored CSV statements that are not signed off. A statement of several months is returned once. */
export function findUnsigned({ rows, months }: Coverage, choice: CombineChoice): StatementToSign[] {
  const found = rows
    .filter(({ wallet }) => choice.walletIds.size === 0 || choice.walletIds.has(wallet.id))
    .flatMap(({ wallet, cells }) =>
      cells.flatMap(({ csv, isReviewed }, index) => {
        const month = months[index] ?? '';
        if (csv === null || isReviewed || month < choice.from || month > choice.till) return [];
        const names = { wallet: walletTitle(wallet), month: formatMonth(month) };
        return [[csv, { id: csv, label: t('signOff.statement', names) }] as const];
      }),
    );
  return [...new Map(found).values()];
}
