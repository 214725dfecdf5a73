/** @file What waits for a person about this computer as a whole: keychain, library, disk, updates, administration. */
import type { UpdateState } from '../../../shared/contract/updates.ts';
import type { LibraryState } from '../../../shared/model/library.ts';
import type { Need } from '../../../shared/model/needs-you.ts';
import type { Keychain } from '../../../shared/model/session.ts';

/** What is known of this computer. */
export interface ComputerFacts {
  readonly keychain: Keychain;
  readonly library: LibraryState;
  readonly update: UpdateState;
  /** Number of problems of the managed file. */
  readonly managedProblems: number;
  readonly isDiskFull: boolean;
  /** Profiles whose key the keychain still holds although it was to be removed. */
  readonly keysToRemove: readonly string[];
  readonly isRecoverySaved: boolean;
}

type Unseen = Need extends infer One ? (One extends Need ? Omit<One, 'since'> : never) : never;

function libraryNeeds(library: LibraryState, isRecoverySaved: boolean): Unseen[] {
  const common = { profileId: null };
  switch (library.state) {
    case 'unused':
      return [];
    case 'unavailable':
      return [{ kind: 'library-unavailable', ...common, error: library.error }];
    case 'session-only':
      return library.items === 0 ? [] : [{ kind: 'library-session-only', ...common, items: library.items }];
    case 'kept': {
      const needs: Unseen[] = [];
      if (library.missing > 0) needs.push({ kind: 'library-missing', ...common, items: library.missing });
      if (library.items > 0 && !isRecoverySaved) {
        needs.push({ kind: 'recovery-unsaved', ...common, items: library.items });
      }
      return needs;
    }
  }
}

/** A feed that cannot be reached is tried again by itself. */
function updateNeeds(update: UpdateState): Unseen[] {
  const common = { profileId: null };
  switch (update.state) {
    case 'off':
    case 'current':
    case 'checking':
    case 'downloading':
    case 'installing':
      return [];
    case 'ready':
      return [{ kind: 'update-ready', ...common, version: update.version, urgent: update.urgent }];
    case 'failed':
      return update.problem === 'unreachable'
        ? []
        : [{ kind: 'update-failed', ...common, problem: update.problem }];
  }
}

function keychainNeeds({ state, name }: Keychain): Unseen[] {
  return state === 'available' ? [] : [{ kind: 'keychain', profileId: null, state, name }];
}

/** The lines of this computer. Nobody writes down since when they are there: `sinceOf` remembers it by a name. */
export function computerNeeds(facts: ComputerFacts, sinceOf: (name: string) => string): Need[] {
  const unseen: Unseen[] = [
    ...(facts.isDiskFull ? [{ kind: 'disk-full' as const, profileId: null }] : []),
    ...libraryNeeds(facts.library, facts.isRecoverySaved),
    ...updateNeeds(facts.update),
    ...keychainNeeds(facts.keychain),
    ...facts.keysToRemove.map((profileId) => ({ kind: 'key-to-remove' as const, profileId })),
    ...(facts.managedProblems > 0
      ? [{ kind: 'managed-problems' as const, profileId: null, problems: facts.managedProblems }]
      : []),
  ];
  return unseen.map((need) => ({ ...need, since: sinceOf(`${need.kind} ${need.profileId ?? ''}`) }));
}
