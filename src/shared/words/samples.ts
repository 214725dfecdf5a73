/** @file Words of the samples, the tour and of starting over. */
import { counted, formatList } from './count.ts';

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
  unbalanced: (walletId: number, period: string) =>
    `The statement of wallet ${walletId} for ${period} does not add up on purpose: review it to see what the checks say.`,
} as const;

/** The tour of five steps. */
export const tourWords = {
  show: 'Show the tour again',
  showHint: 'Five short steps: documents, assignment, review, proofs and statements.',
  region: (step: number, of: number) => `Tour, step ${step} of ${of}`,
  count: (step: number, of: number) => `Step ${step} of ${of}`,
  skip: 'Skip tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  steps: {
    drop: {
      title: 'Drop scans and folders here',
      text: 'Paydesk checks every file at once. Nothing is sent until you review the batch and start it.',
    },
    assign: {
      title: 'Assign documents to beneficiaries',
      text: 'By folder name, by file name, by a list, or by hand. Paydesk proposes, and you decide.',
    },
    review: {
      title: 'Review, then start',
      text: 'The review shows every beneficiary with its documents. You can pause a running batch at any time.',
    },
    proofs: {
      title: 'Fetch proofs of payment',
      text: 'Paste payment references, one on each line. Paydesk keeps every proof encrypted on this computer.',
    },
    statements: {
      title: 'Request and review statements',
      text: 'Choose wallets and months. Paydesk downloads each statement before its link expires, and you can review it offline.',
    },
  },
} as const;

/** Starting the practice over. */
export const startOverWords = {
  act: 'Start the practice over…',
  title: 'Start the practice over?',
  lead: (beneficiaries: number, proofs: number, statements: number) => {
    const kept = [
      ['its batches', 1] as const,
      [counted(beneficiaries, { one: 'beneficiary', other: 'beneficiaries' }), beneficiaries] as const,
      [counted(proofs, { one: 'proof', other: 'proofs' }), proofs] as const,
      [counted(statements, { one: 'statement', other: 'statements' }), statements] as const,
      ['events', 1] as const,
      ['column layouts', 1] as const,
    ];
    const removed = formatList(kept.filter(([, count]) => count > 0).map(([words]) => words));
    return `Paydesk stops all work in the practice company and removes ${removed} from this computer. The activity log stays. Profiles of your own company are not affected.`;
  },
  keep: 'Keep everything',
  confirm: 'Remove and start over',
  done: 'The practice company is empty again',
} as const;
