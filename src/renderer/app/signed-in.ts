/** @file The window of a signed-in profile, which is loaded while the sign-in screen is shown. */
import { loadAtIdle } from './idle.ts';
import { createLazyComponent } from './lazy-component.tsx';

/** The frame with all features. */
export const SignedIn = createLazyComponent(() =>
  import('./SignedInFrame.tsx').then((module) => module.SignedInFrame),
);

/** Loads what follows the sign-in in idle moments: other chunks of the sign-in screen, then the frame and the screens. */
export function loadSignedInAtIdle(firstLoads: readonly (() => Promise<void>)[]): void {
  void loadAtIdle([
    ...firstLoads,
    SignedIn.load,
    () => import('./SignedInFrame.tsx').then((module) => module.loadScreensAtIdle()),
  ]);
}
