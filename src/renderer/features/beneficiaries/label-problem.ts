import { t } from '../../../shared/messages/index.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';

/** The error message for a typed label, or `null` when the label is valid or empty. */
export function labelProblem(typed: string): string | null {
  if (typed.trim() === '' || labelSchema.safeParse(typed).success) return null;
  return t('beneficiaries.fields.labelWrong');
}
