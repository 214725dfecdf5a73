/**
 * @file Which question the screen asks at the moment. Commands of the palette open them too, from whatever screen, so
 * they are kept outside of the screen.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { Beneficiary } from '../../../shared/model/beneficiary.ts';

/** What an import did. */
export type ImportResult = NonNullable<CommandResult<'beneficiaries.import'>>;

/** A beneficiary as far as a question names it. */
export type Named = Pick<Beneficiary, 'id' | 'label' | 'stage'>;

/** One question. */
export type Question =
  | { readonly kind: 'add' }
  | { readonly kind: 'draft'; readonly draft: Named | null }
  | { readonly kind: 'rename'; readonly beneficiary: Named }
  | { readonly kind: 'remove'; readonly beneficiary: Named }
  | { readonly kind: 'create'; readonly beneficiary: Named }
  | { readonly kind: 'imported'; readonly result: ImportResult };

interface Asked {
  /** The last question; it is still drawn while its dialog goes away. */
  readonly question: Question | null;
  readonly open: boolean;
  /** Counts the questions: each one begins anew. */
  readonly number: number;
}

const store = createStore<Asked>(() => ({ question: null, open: false, number: 0 }));

/** Asks a question on the Beneficiaries screen, or as soon as it is shown. */
export function ask(question: Question): void {
  store.setState(({ number }) => ({ question, open: true, number: number + 1 }));
}

/** The question is answered or put away. */
export function answered(): void {
  store.setState({ open: false });
}

/** Forgets every question: somebody else may be signed in next. */
export function forgetQuestions(): void {
  store.setState({ question: null, open: false });
}

/** See {@link Asked}. */
export function useQuestion(): Asked {
  return useStore(store);
}
