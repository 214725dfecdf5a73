/** @file Validates the data of a new beneficiary: one JSON object, without the field that Paydesk adds. */
import { z } from 'zod';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { findJsonFault, positionOf } from './json-fault.ts';

/** The message below the field. */
export type PayloadCheck =
  /** Empty, or the text ends too early: no error while the clerk is typing. */
  | { readonly kind: 'incomplete'; readonly words: string }
  | { readonly kind: 'wrong'; readonly words: string }
  | { readonly kind: 'good'; readonly words: string };

const words = beneficiaryScreenWords.payload;
const objectSchema = z.record(z.string(), z.unknown());

/** The field that Paydesk fills with the documents (specification, section 2.5). */
const ownField = 'documentDetails';

/** Validates a payload while it is typed. Main validates it again. */
export function checkPayload(text: string): PayloadCheck {
  if (text.trim() === '') return { kind: 'incomplete', words: words.hint };
  const fault = findJsonFault(text);
  if (fault !== null) {
    const said = words.at(positionOf(text, fault.offset), words.problems[fault.problem](fault.name));
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
