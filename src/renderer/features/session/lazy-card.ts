/** @file The form of the sign-in screen, loaded on demand, because the first start shows no profile. */
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { mirror } from '../../bridge.ts';

export const SignInCard = createLazyComponent(() =>
  import('./SignInCard.tsx').then((module) => module.SignInCard),
);

/** Loads the card as soon as main has sent a profile, before the screen is rendered. */
export function loadCardWithProfiles(): void {
  mirror('profiles').subscribe(({ value }) => {
    // A failed load is repeated, and reported, by the screen.
    if (value !== null && value.entries.length > 0) SignInCard.load().catch(() => undefined);
  });
}
