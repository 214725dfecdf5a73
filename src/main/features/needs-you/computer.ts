/** @file Entries of *Needs you* about this computer: keychain, library, disk, updates, administration. */
import type { UpdateState } from '../../../shared/contract/updates.ts';
import type { DiskFull } from '../../../shared/model/disk-full.ts';
import type { LibraryState } from '../../../shared/model/library.ts';
import type { Need } from '../../../shared/model/needs-you/needs-you.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';

/** The facts about this computer that entries are derived from. */
export interface ComputerFacts {
  readonly keychain: Keychain;
  readonly library: LibraryState;
  readonly update: UpdateState;
  /** Number of problems of the managed file. */
  readonly managedProblems: number;
  readonly diskFull: DiskFull | null;
  /** Milliseconds by which the service's clock is ahead; 0 while this computer's is right. */
  readonly clockOffset: number;
  /** Profiles whose key is to be removed but is still in the keychain. */
  readonly keysToRemove: readonly string[];
  readonly isRecoverySaved: boolean;
}

type UndatedNeed = Need extends infer One ? (One extends Need ? Omit<One, 'since'> : never) : never;

/** One entry for each content, so that each leads to its files. */
function sessionNeeds({
  items,
  proofs,
  statements,
}: Extract<LibraryState, { state: 'session-only' }>): UndatedNeed[] {
  const contents = [
    { content: 'proofs', items: proofs },
    { content: 'statements', items: statements },
    { content: 'others', items: items - proofs - statements },
  ] as const;
  return contents
    .filter((content) => content.items > 0)
    .map((content) => ({ kind: 'library-session-only', profileId: null, ...content }));
}

function libraryNeeds(library: LibraryState, isRecoverySaved: boolean): UndatedNeed[] {
  const noProfile = { profileId: null };
  switch (library.state) {
    case 'unused':
      return [];
    case 'unavailable':
      return [{ kind: 'library-unavailable', ...noProfile, error: library.error }];
    case 'session-only':
      return sessionNeeds(library);
    case 'kept': {
      const needs: UndatedNeed[] = [];
      if (library.missing > 0) needs.push({ kind: 'library-missing', ...noProfile, items: library.missing });
      if (library.items > 0 && !isRecoverySaved) {
        needs.push({ kind: 'recovery-unsaved', ...noProfile, items: library.items });
      }
      return needs;
    }
  }
}

/** An unreachable feed needs no clerk: the check is repeated automatically. */
function updateNeeds(update: UpdateState): UndatedNeed[] {
  const noProfile = { profileId: null };
  switch (update.state) {
    case 'off':
    case 'current':
    case 'checking':
    case 'downloading':
    case 'installing':
      return [];
    case 'ready':
      return [{ kind: 'update-ready', ...noProfile, version: update.version, urgent: update.urgent }];
    case 'failed':
      return update.problem === 'unreachable'
        ? []
        : [{ kind: 'update-failed', ...noProfile, problem: update.problem }];
  }
}

function keychainNeeds({ state, name }: Keychain): UndatedNeed[] {
  return state === 'available' ? [] : [{ kind: 'keychain', profileId: null, state, name }];
}

/** Returns the entries about this computer. `sinceOf` returns when the problem with a name was first seen (ISO 8601). */
export function computerNeeds(facts: ComputerFacts, sinceOf: (name: string) => string): Need[] {
  const undatedNeeds: UndatedNeed[] = [
    ...(facts.diskFull === null ? [] : [{ kind: 'disk-full' as const, profileId: null, ...facts.diskFull }]),
    ...(facts.clockOffset === 0
      ? []
      : [{ kind: 'clock-wrong' as const, profileId: null, offsetMs: facts.clockOffset }]),
    ...libraryNeeds(facts.library, facts.isRecoverySaved),
    ...updateNeeds(facts.update),
    ...keychainNeeds(facts.keychain),
    ...facts.keysToRemove.map((profileId) => ({ kind: 'key-to-remove' as const, profileId })),
    ...(facts.managedProblems > 0
      ? [{ kind: 'managed-problems' as const, profileId: null, problems: facts.managedProblems }]
      : []),
  ];
  return undatedNeeds.map((need) => {
    const content = need.kind === 'library-session-only' ? need.content : '';
    return { ...need, since: sinceOf(`${need.kind} ${need.profileId ?? ''} ${content}`) };
  });
}
