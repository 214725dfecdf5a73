/** @file The wish to sign in while a profile is shown: again to that one, or to another one beside it. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Session } from '../../shared/model/session.ts';

/** What the clerk wants to sign in to. */
export type SignInRequest =
  | { readonly kind: 'none' }
  /** To the profile whose session was interrupted. */
  | { readonly kind: 'again' }
  /** To another profile than the one shown; `profileId` is offered first, `null` leaves the choice open. */
  | { readonly kind: 'other'; readonly profileId: string | null };

const store = createStore<{ readonly request: SignInRequest }>(() => ({ request: { kind: 'none' } }));

/** Shows the sign-in screen, if the session was interrupted; the work behind it waits. */
export function signInAgain(): void {
  store.setState({ request: { kind: 'again' } });
}

/** Shows the sign-in screen for another profile; the one shown stays signed in. */
export function signInToOtherProfile(profileId: string | null): void {
  store.setState({ request: { kind: 'other', profileId } });
}

/** Leads back to the work. */
export function dismissSignInRequest(): void {
  store.setState({ request: { kind: 'none' } });
}

/** What the clerk wants to sign in to. */
export function useSignInRequest(): SignInRequest {
  return useStore(store, (state) => state.request);
}

/** True when there is nothing left to wish for; `shownId` is the profile that was shown when the wish came up. */
export function isFulfilled(request: SignInRequest, session: Session, shownId: string | null): boolean {
  if (session.state === 'signed-out') return true;
  if (session.state !== 'signed-in') return false;
  return request.kind !== 'other' || session.profile.id !== shownId;
}
