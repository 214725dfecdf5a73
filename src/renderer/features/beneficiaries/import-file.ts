/** @file Importing an address book: the system's dialog, then the result, or what went wrong. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { ask } from './dialogs.ts';

interface Importing {
  /** True from the press of the button until there is a result. */
  readonly busy: boolean;
  readonly error: PaydeskError | null;
}

const idle: Importing = { busy: false, error: null };
const store = createStore<Importing>(() => idle);

async function run(): Promise<void> {
  store.setState({ busy: true, error: null });
  try {
    const result = await call('beneficiaries.import', {});
    store.setState(idle);
    if (result === null) return;
    // Lines that were left out stay on the screen until they are read.
    if (result.refusedTotal > 0) ask({ kind: 'imported', result });
    else toast({ sentence: beneficiaryScreenWords.importDialog.said(result) });
  } catch (thrown) {
    store.setState({ busy: false, error: toPaydeskError(thrown) });
  }
}

/** Lets the clerk choose a CSV and imports it. Only one import runs at a time. */
export function importFile(): void {
  if (!store.getState().busy) void run();
}

/** Puts away what went wrong. */
export function dismissImportError(): void {
  store.setState({ error: null });
}

/** See {@link Importing}. */
export function useImporting(): Importing {
  return useStore(store);
}
