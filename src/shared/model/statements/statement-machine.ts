/** @file The state machines of a statement and of a statement event. */
import type { StateMachine } from '../state-machine.ts';
import {
  type EventState,
  eventStateSchema,
  type StatementState,
  statementStateSchema,
} from './statements.ts';

/** States of the database; a statement is shown as `quarantined` because of its event. */
const storedStates = statementStateSchema.exclude(['quarantined']).options;

export const statementMachine = {
  table: 'statement',
  states: storedStates,
  initial: ['asking', 'waiting'],
  transitions: {
    endRequest: { from: ['asking'], to: ['refused', 'e-mailed', 'waiting'] },
    loseAnswer: { from: ['asking'], to: ['waiting'], guard: 'after a restart' },
    receiveEvent: {
      from: ['asking', 'waiting', 'expired'],
      to: ['ready'],
      guard: 'no later request for the same statement is stored',
    },
    beginDownload: { from: ['ready'], to: ['downloading'] },
    failDownload: { from: ['ready', 'downloading'], to: ['ready', 'expired'] },
    loseLink: { from: ['ready', 'downloading'], to: ['expired'], guard: 'after a restart' },
    store: { from: ['downloading'], to: ['stored'] },
    adoptFile: {
      from: ['waiting', 'expired'],
      to: ['stored'],
      guard: 'the library has a file of the statement',
    },
    loseFile: { from: ['stored'], to: ['expired'], guard: 'the file is missing from the library' },
  },
} as const satisfies StateMachine<StatementState>;

/** Sets of states for conditions that are not a transition. */
export const statementSets = {
  /** Open work that the clerk can close, and that a later request can supersede. */
  closable: ['waiting', 'expired', 'refused'],
  /** An event has arrived for the statement and its link is in memory. */
  withLink: ['ready', 'downloading'],
  /** Another event for the statement is a repetition. */
  received: ['ready', 'downloading', 'stored'],
  /** Can be requested again. */
  repeatable: ['refused', 'e-mailed', 'waiting', 'ready', 'expired'],
  /** States of a month of the coverage, the first of which is shown. */
  covering: ['stored', 'downloading', 'ready', 'waiting', 'e-mailed', 'expired'],
} as const satisfies Readonly<Record<string, readonly StatementState[]>>;

/** An event that arrives again replaces its row while it is quarantined or after its statement has expired. */
export const eventMachine = {
  table: 'statement_event',
  states: eventStateSchema.options,
  initial: ['taken', 'quarantined'],
  transitions: {
    accept: { from: ['quarantined'], to: ['taken'], guard: 'the clerk accepted the event and its host' },
    settle: { from: ['quarantined'], to: ['taken'], guard: 'another event stored the statement' },
    discard: { from: ['quarantined'], to: ['discarded'] },
  },
} as const satisfies StateMachine<EventState>;
