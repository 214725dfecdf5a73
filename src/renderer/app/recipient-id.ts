import { t } from '../../shared/messages/index.ts';
import { recipientIdSchema } from '../../shared/model/beneficiary.ts';

/** What is wrong with a recipient ID that the clerk types; `null` when nothing is, or nothing is typed yet. */
export function recipientIdProblem(typed: string): string | null {
  if (typed.trim() === '' || recipientIdSchema.safeParse(typed).success) return null;
  return t('outcomes.dialog.recipientIdWrong');
}
