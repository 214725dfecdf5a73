/** @file The state machine of a document, and the sets of its states that decide about more than one transition. */

import type { StateMachine } from '../state-machine.ts';
import { type DocumentGroup, type DocumentState, documentStates } from './document.ts';

const uploading = ['linking', 'sending'] as const;
/** Wait for the clerk when a document of the same beneficiary failed. */
const incomplete = ['failed', 'stored'] as const;
const withBatchGuard = 'the batch is not cancelled';

export const documentMachine = {
  table: 'document',
  states: documentStates,
  initial: ['found', 'rejected', 'excluded', 'waiting-for-file'],
  transitions: {
    beginCheck: { from: ['found'], to: ['checking'], guard: 'the batch has not ended' },
    endCheck: { from: ['checking'], to: ['ready', 'rejected', 'excluded', 'waiting-for-file', 'failed'] },
    repeatCheck: { from: ['checking'], to: ['found'], guard: 'the check was interrupted' },
    fileReturned: { from: ['waiting-for-file'], to: ['found'] },
    reconcileDuplicates: {
      from: ['ready', 'duplicate'],
      to: ['duplicate', 'ready'],
      guard: 'the clerk did not decide to send the duplicate',
    },
    sendAnyway: { from: ['duplicate'], to: ['ready'], guard: withBatchGuard },
    exclude: {
      from: [
        'found',
        'checking',
        'ready',
        'duplicate',
        'rejected',
        'waiting-for-file',
        'waiting-to-retry',
        'failed',
      ],
      to: ['excluded'],
    },
    include: { from: ['excluded', 'cancelled'], to: ['found'], guard: withBatchGuard },
    recheck: {
      from: ['ready', 'rejected', 'waiting-for-file', 'failed'],
      to: ['found'],
      guard: withBatchGuard,
    },
    retry: { from: ['failed', 'waiting-to-retry'], to: ['found'], guard: withBatchGuard },
    claim: {
      from: ['ready', 'waiting-to-retry'],
      to: ['linking'],
      guard: 'the batch is running and the beneficiary is not on hold',
    },
    send: { from: uploading, to: ['sending'], guard: 'the upload link is of this document' },
    store: { from: ['sending'], to: ['stored'] },
    failAttempt: { from: uploading, to: ['ready', 'waiting-to-retry', 'waiting-for-file', 'failed'] },
    interrupt: { from: uploading, to: ['ready'], guard: 'after a restart' },
    attach: { from: ['stored'], to: ['attaching'], guard: 'the set of the beneficiary is complete' },
    endAttach: { from: ['attaching'], to: ['attached', 'failed', 'stored', 'attach-unknown'] },
    settle: { from: ['attach-unknown'], to: ['attached', 'stored'] },
    cancel: {
      from: [
        'found',
        'checking',
        'ready',
        'duplicate',
        ...uploading,
        'stored',
        'waiting-for-file',
        'waiting-to-retry',
        'failed',
      ],
      to: ['cancelled'],
    },
    close: {
      from: incomplete,
      to: ['cancelled'],
      guard: 'the batch has ended and no outcome is unknown',
    },
  },
} as const satisfies StateMachine<DocumentState>;

const unchecked = ['found', 'checking'] as const;
const reviewed = ['ready', 'waiting-for-file'] as const;
const atService = ['stored', 'attaching', 'attached', 'attach-unknown'] as const;
const unsettled = [...unchecked, ...reviewed, ...uploading, 'waiting-to-retry'] as const;
const pending = [
  ...reviewed,
  'waiting-to-retry',
  ...uploading,
  'stored',
  'attaching',
  'attach-unknown',
] as const;

/** Sets of states for conditions that are not a transition. */
export const documentSets = {
  unchecked,
  /** Sent when the batch starts. */
  reviewed,
  /** Paydesk has something to do before the set of the beneficiary can be attached. */
  unsettled,
  /** Keep a batch from ending. */
  unfinishedByPaydesk: [...unsettled, 'attaching'],
  incomplete,
  /** Keep an ended batch open for the clerk. */
  unfinishedByClerk: [...incomplete, 'attach-unknown'],
  /** Delay the attach operation of the beneficiary until the clerk or Paydesk has finished. */
  delayingAttach: [...unsettled, 'failed'],
  /** Can get another beneficiary. */
  assignable: [...unchecked, ...reviewed, 'duplicate', 'waiting-to-retry', 'failed'],
  /** Going to be attached, or possibly attached. */
  pending,
  /** Chosen to be attached, whatever happened since. */
  outgoing: [...pending, 'attached', 'failed'],
  /** Not sent while the beneficiary is on hold. */
  holdable: ['ready', 'waiting-to-retry', 'stored'],
  /** Can advance once the outcome of their beneficiary is settled. */
  released: ['stored', 'ready'],
  /** The service has the file. */
  atService,
  /** The upload has begun and has not failed. */
  inTransfer: [...uploading, ...atService],
  /** Do not advance without the clerk. */
  stuck: ['failed', 'waiting-for-file', 'attach-unknown'],
  /** Listed with the latest change first. */
  newestFirst: ['attached', 'stored', 'attaching'],
  /** Left out by the clerk or by the check. */
  leftOut: ['excluded', 'rejected', 'duplicate'],
  /** Counted by a cancellation only when the service has stored them. */
  notForSending: ['excluded', 'rejected'],
} as const satisfies Readonly<Record<string, readonly DocumentState[]>>;

const { transitions } = documentMachine;
const assignableGroups = ['checking', 'duplicate', 'waiting-for-file', 'unassigned', 'assigned'] as const;

/** An action of the clerk on several documents. */
interface ClerkAction {
  /** States in which the action is possible. */
  readonly states: readonly DocumentState[];
  /** Groups to which the interface offers the action while the batch is prepared, and after its start. */
  readonly preparing: readonly DocumentGroup[];
  readonly started: readonly DocumentGroup[];
}

/** The actions on several documents: possible by the transitions, and offered by the interface. */
export const clerkActions = {
  assign: { states: documentSets.assignable, preparing: assignableGroups, started: [] },
  retry: { states: transitions.retry.from, preparing: [], started: ['problem'] },
  recheck: {
    states: transitions.recheck.from,
    preparing: ['rejected', 'waiting-for-file'],
    started: ['waiting-for-file'],
  },
  'send-anyway': { states: transitions.sendAnyway.from, preparing: ['duplicate'], started: ['duplicate'] },
  /** Documents excluded before the start may have no beneficiary. */
  include: { states: transitions.include.from, preparing: ['excluded'], started: [] },
  unassign: {
    states: documentSets.assignable,
    preparing: ['assigned', 'duplicate', 'waiting-for-file'],
    started: [],
  },
  exclude: {
    states: transitions.exclude.from,
    preparing: ['rejected', ...assignableGroups],
    started: ['checking', 'duplicate', 'waiting-for-file', 'problem', 'queued'],
  },
  cancel: { states: transitions.cancel.from, preparing: [], started: ['uploading', 'stored'] },
} as const satisfies Readonly<Record<string, ClerkAction>>;
