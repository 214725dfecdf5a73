/** @file Words of lists that were dropped among documents. */
import { counted } from './count.ts';

const beneficiaries = (count: number) => counted(count, { one: 'beneficiary', other: 'beneficiaries' });

/** See the file's header. */
export const documentListWords = {
  lists: (name: string, total: number) => `${name} lists ${beneficiaries(total)}.`,
  listsNew: (name: string, total: number, added: number) =>
    added === total
      ? `${name} lists ${beneficiaries(total)} that ${total === 1 ? 'is' : 'are'} not in the address book.`
      : `${name} lists ${beneficiaries(total)}, ${added} of them not in the address book.`,
  import: 'Import…',
  importTitle: (added: number) => `Import ${beneficiaries(added)}?`,
  importLead: (name: string, known: number) =>
    known === 0
      ? `Paydesk adds the beneficiaries of ${name} to the address book of this profile. Nothing is sent.`
      : `Paydesk adds the new beneficiaries of ${name} to the address book of this profile. ${beneficiaries(known)} already in the address book ${known === 1 ? 'stays' : 'stay'} unchanged. Nothing is sent.`,
  keep: 'Not now',
  importAct: (added: number) => `Import ${beneficiaries(added)}`,
  /** Spoken. */
  imported: (added: number, refused: number) =>
    refused === 0
      ? `${beneficiaries(added)} imported`
      : `${beneficiaries(added)} imported, ${counted(refused, { one: 'line', other: 'lines' })} left out`,
  assigns: (name: string, lines: number) =>
    `${name} names the beneficiaries of ${counted(lines, { one: 'file', other: 'files' })}.`,
  use: 'Assign by this list…',
} as const;
