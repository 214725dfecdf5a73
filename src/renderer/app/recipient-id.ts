import { t } from '../../shared/messages/index.ts';
import { recipientIdSchema } from '../../shared/model/beneficiary.ts';

/** The problem of a typed recipient ID; `null` when the ID is valid or empty. */
export function recipientIdProblem(typed: string): string | null {
  if (typed.trim() === '' || recipientIdSchema.safeParse(typed).success) return null;
  return t('outcomes.dialog.recipientIdWrong');
}
