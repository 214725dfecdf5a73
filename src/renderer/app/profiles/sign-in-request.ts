/** @file The request to sign in while a profile is shown: to the shown profile again, or to another profile. */
import { create } from 'zustand';
import type { Session } from '../../../shared/model/session/session.ts';

type SignInRequest =
  | { readonly kind: 'none' }
  /** Signs in again to the profile whose session was interrupted. */
  | { readonly kind: 'again' }
  /** Signs in to another profile. `profileId` is preselected; `null` preselects none. */
  | { readonly kind: 'other'; readonly profileId: string | null };

const useStore = create<{ readonly request: SignInRequest }>(() => ({ request: { kind: 'none' } }));

/** Shows the sign-in screen if the session was interrupted; the work behind it stays paused. */
export function signInAgain(): void {
  useStore.setState({ request: { kind: 'again' } });
}

/** Shows the sign-in screen for another profile; the shown profile stays signed in. */
export function signInToOtherProfile(profileId: string | null): void {
  useStore.setState({ request: { kind: 'other', profileId } });
}

export function dismissSignInRequest(): void {
  useStore.setState({ request: { kind: 'none' } });
}

export function useSignInRequest(): SignInRequest {
  return useStore((state) => state.request);
}

/** True when the request is fulfilled; `shownId` is the profile that was shown when the request was made. */
export function isFulfilled(request: SignInRequest, session: Session, shownId: string | null): boolean {
  if (session.state === 'signed-out') return true;
  if (session.state !== 'signed-in') return false;
  return request.kind !== 'other' || session.profile.id !== shownId;
}
