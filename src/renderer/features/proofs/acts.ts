/** @file What the clerk starts on this screen, and what came of it: shown until it is put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';

/** What runs and what came of it. */
export interface ProofActs {
  readonly pasting: boolean;
  readonly busy: boolean;
  /** Many are being saved: unlike everything else, this takes long and does not hold the window. */
  readonly savingAll: boolean;
  /** What a saving of many left out. */
  readonly leftOut: Pick<CommandResult<'proofs.saveAll'>, 'left' | 'leftTotal'> | null;
  readonly error: PaydeskError | null;
}

const idle: ProofActs = {
  pasting: false,
  busy: false,
  savingAll: false,
  leftOut: null,
  error: null,
};
const store = createStore<ProofActs>(() => idle);

/** See {@link ProofActs}. */
export function useProofActs(): ProofActs {
  return useStore(store);
}

/** Why nothing else can be started now; `null` when it can. */
export function useWhyNot(): string | null {
  return useProofActs().savingAll ? proofsScreenWords.savingAll : null;
}

/** Opens and closes the dialog for references. */
export function setPasting(pasting: boolean): void {
  store.setState({ pasting });
}

/** Puts away what came of the last act. */
export function dismissResult(): void {
  store.setState({ leftOut: null, error: null });
}

/** Forgets everything: another profile is shown. */
export function forgetActs(): void {
  store.setState(idle, true);
}

async function acting(work: () => Promise<Partial<ProofActs>>, savingAll = false): Promise<void> {
  if (store.getState().busy) return;
  store.setState({ busy: true, savingAll, leftOut: null, error: null });
  try {
    store.setState(await work());
  } catch (thrown) {
    store.setState({ error: toPaydeskError(thrown) });
  } finally {
    store.setState({ busy: false, savingAll: false });
  }
}

/** Saves many. */
export function saveAll(chosen: ChosenProofs, as: 'folder' | 'zip' | 'pdf'): void {
  void acting(async () => {
    const { savedAs, saved, left, leftTotal } = await call('proofs.saveAll', { chosen, as });
    const { many, count } = proofsScreenWords.saved;
    if (savedAs !== null && saved > 0) {
      toastSaved(
        savedAs,
        as === 'folder' ? { sentence: many(saved, savedAs.path) } : { detail: count(saved) },
      );
    }
    return leftTotal === 0 ? {} : { leftOut: { left, leftTotal } };
  }, true);
}

/** Saves one version. */
export function saveOne(id: number, version: string | null, form: 'document' | 'received'): void {
  void acting(async () => {
    toastSaved((await call('proofs.save', { id, version, form })).savedAs);
    return {};
  });
}

/** Asks the service again. */
export function askAgain(how: 'proofs.retry' | 'proofs.refresh', chosen: ChosenProofs): void {
  void acting(async () => {
    await call(how, { chosen });
    return {};
  });
}

/** Fetches references that were not pasted. */
export function fetchReferences(references: readonly string[]): void {
  void acting(async () => {
    await call('proofs.fetch', { references: [...references], refresh: false });
    return {};
  });
}

/** Cancels what is not settled, whatever else is under way. */
export function cancelFetch(): void {
  call('proofs.cancel', {}).catch((thrown: unknown) => store.setState({ error: toPaydeskError(thrown) }));
}

/** Opens an address in the browser, after the system's question. */
export function openLink(id: number, version: string | null): void {
  void acting(async () => {
    await call('proofs.openLink', { id, version });
    return {};
  });
}

/** Tries to open the library again. */
export function openLibrary(): void {
  void acting(async () => {
    await call('proofs.openLibrary', {});
    return {};
  });
}
