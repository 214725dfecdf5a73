/**
 * @file Names of the user timing marks that Paydesk sets while it starts. `npm run bench -- start` reads them in main and
 * in the window; nothing else depends on them.
 */

/** Marks of the start. The page is loaded beside the last two phases of main. */
export const startPhases = {
  /** Main: the entry is evaluated, which is what the window needs. */
  mainEvaluated: 'paydesk: main evaluated',
  /** Main: the window exists, hidden, and does not have its page yet. */
  windowCreated: 'paydesk: window created',
  /** Main: all other modules are evaluated. */
  programLoaded: 'paydesk: program loaded',
  /** Main: the database is open and verified. */
  storeOpen: 'paydesk: store open',
  /** Window: the sign-in screen is in the document and accepts input. */
  signInUsable: 'paydesk: sign-in usable',
} as const;
