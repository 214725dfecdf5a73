import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';

const words = beneficiaryScreenWords.fields;

/** The error message for a typed label, or `null` for a valid or empty one. */
export function labelProblem(typed: string): string | null {
  if (typed.trim() === '' || labelSchema.safeParse(typed).success) return null;
  return words.labelWrong;
}
