import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';

type OutcomeDocuments = UnknownOutcome['documents'];

/** Sorts the documents that the operation adds before the documents that were attached earlier; keeps their order. */
export function sortNewFirst(documents: OutcomeDocuments): OutcomeDocuments {
  return [...documents.filter(({ isNew }) => isNew), ...documents.filter(({ isNew }) => !isNew)];
}

/** Formats one line for each document: name, tab, key. Tabs and line breaks in names become spaces. */
export function formatDocumentLines(documents: OutcomeDocuments): string {
  const toOneLine = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ');
  return documents.map(({ name, key }) => `${toOneLine(name)}\t${toOneLine(key)}`).join('\n');
}
