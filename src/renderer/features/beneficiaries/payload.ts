/** @file Whether what the clerk typed can create a beneficiary: one JSON object, without what Paydesk fills in. */
import { z } from 'zod';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { jsonFault, placeIn } from './json-fault.ts';

/** What is to be said beneath the field. */
export type PayloadCheck =
  /** Nothing is typed, or the text only ends too early: no reason for alarm while somebody types. */
  | { readonly kind: 'incomplete'; readonly words: string }
  | { readonly kind: 'wrong'; readonly words: string }
  | { readonly kind: 'good'; readonly words: string };

const words = beneficiaryScreenWords.payload;
const objectSchema = z.record(z.string(), z.unknown());

/** The field that Paydesk fills with the documents (specification, section 2.5). */
const ownField = 'documentDetails';

/** Checks a payload as it is typed. Main checks it again. */
export function checkPayload(text: string): PayloadCheck {
  if (text.trim() === '') return { kind: 'incomplete', words: words.hint };
  const fault = jsonFault(text);
  if (fault !== null) {
    const said = words.at(placeIn(text, fault.offset), words.problems[fault.problem](fault.name));
    const onlyEnds = fault.problem === 'end' || fault.problem === 'unclosed';
    return { kind: onlyEnds ? 'incomplete' : 'wrong', words: said };
  }
  const value: unknown = JSON.parse(text);
  const object = objectSchema.safeParse(value);
  if (!object.success || Array.isArray(value)) return { kind: 'wrong', words: words.notObject };
  const fields = Object.keys(object.data);
  if (fields.includes(ownField)) return { kind: 'wrong', words: words.ownField };
  return { kind: 'good', words: words.good(fields.length) };
}
