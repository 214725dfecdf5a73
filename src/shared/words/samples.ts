/** @file Words of the samples, the tour and of starting over. */
import { counted } from './count.ts';

/** See the file's header. */
export const samplesWords = {
  documents: 'Use sample documents',
  references: 'Fetch sample references',
  statements: 'Request sample statements',
  /** Spoken when the service has accepted the requests. */
  requested: (statements: number) =>
    `${counted(statements, { one: 'statement', other: 'statements' })} requested`,
  statementsTitle: 'No statements requested yet',
  statementsLead: (wallets: number, months: number) =>
    `Request the last ${counted(months, { one: 'month', other: 'months' })} of ${counted(wallets, { one: 'wallet', other: 'wallets' })}. Paydesk downloads each statement as soon as its link arrives.`,
} as const;
