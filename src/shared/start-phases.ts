/**
 * @file Names of the user timing marks that Paydesk sets while it starts. `npm run bench -- start` reads them in main and
 * in the window; nothing else depends on them.
 */

/** Marks of the start, in the order in which they are set. */
export const startPhases = {
  /** Main: all modules of the entry are evaluated. */
  mainEvaluated: 'paydesk: main evaluated',
  /** Main: the database is open and verified. */
  storeOpen: 'paydesk: store open',
  /** Main: the window exists, and does not have its page yet. */
  windowCreated: 'paydesk: window created',
  /** Window: the sign-in screen is in the document and accepts input. */
  signInUsable: 'paydesk: sign-in usable',
} as const;
