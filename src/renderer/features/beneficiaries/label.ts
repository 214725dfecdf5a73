import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';

const words = beneficiaryScreenWords.fields;

/** What is wrong with a label that the clerk types; `null` when nothing is, or nothing is typed yet. */
export function labelProblem(typed: string): string | null {
  if (typed.trim() === '' || labelSchema.safeParse(typed).success) return null;
  return words.labelWrong;
}
