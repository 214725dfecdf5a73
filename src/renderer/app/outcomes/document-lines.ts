import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';

type OutcomeDocuments = UnknownOutcome['documents'];

/** Documents that the operation was to attach first, then those that it only named again; each in its order. */
export function newDocumentsFirst(documents: OutcomeDocuments): OutcomeDocuments {
  return [...documents.filter(({ isNew }) => isNew), ...documents.filter(({ isNew }) => !isNew)];
}

/** One line for each document: name, tab, key. Tabs and line breaks in names become spaces. */
export function documentLines(documents: OutcomeDocuments): string {
  const oneLine = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ');
  return documents.map(({ name, key }) => `${oneLine(name)}\t${oneLine(key)}`).join('\n');
}
