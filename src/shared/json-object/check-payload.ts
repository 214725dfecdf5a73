/** @file Validates the data of a new beneficiary: one JSON object, without the field that Paydesk adds. */
import { z } from 'zod';
import { t } from '../messages/index.ts';

import { findJsonFault, locateOffset } from './read-json.ts';

/** The result of the validation, with the message below the field. */
type PayloadCheck =
  /** Empty, or the text ends too early: no error while the clerk is typing. */
  | { readonly kind: 'incomplete'; readonly message: string }
  | { readonly kind: 'wrong'; readonly message: string }
  | { readonly kind: 'good'; readonly message: string };

const objectSchema = z.record(z.string(), z.unknown());

/** The field that Paydesk fills with the documents (specification, section 2.5). */
const documentsField = 'documentDetails';

/** Validates a payload while it is typed. Main validates it again. */
export function checkPayload(text: string): PayloadCheck {
  if (text.trim() === '') return { kind: 'incomplete', message: t('beneficiaries.payload.hint') };
  const fault = findJsonFault(text);
  if (fault !== null) {
    const problem = t(`beneficiaries.payload.problems.${fault.problem}`, { name: fault.name });
    const message = t('beneficiaries.payload.at', { ...locateOffset(text, fault.offset), problem });
    const isIncomplete = fault.problem === 'end' || fault.problem === 'unclosed';
    return { kind: isIncomplete ? 'incomplete' : 'wrong', message };
  }
  const value: unknown = JSON.parse(text);
  const parsedObject = objectSchema.safeParse(value);
  if (!parsedObject.success || Array.isArray(value))
    return { kind: 'wrong', message: t('beneficiaries.payload.notObject') };
  const fields = Object.keys(parsedObject.data);
  if (fields.includes(documentsField)) return { kind: 'wrong', message: t('beneficiaries.payload.ownField') };
  return { kind: 'good', message: t('beneficiaries.payload.good', { fields: fields.length }) };
}
