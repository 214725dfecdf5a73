/** @file The window of a signed-in profile, which is loaded while the sign-in screen is shown. */
import { loadAtIdle } from '../idle.ts';
import { createLazyComponent } from '../lazy-component.tsx';
import type { RouteName } from '../routes.ts';

export const SignedIn = createLazyComponent(() =>
  import('../frame/SignedInFrame.tsx').then((module) => module.SignedInFrame),
);

/**
 * Loads the frame and a screen. React shows a component that was loaded at once, but waits for up to 300 milliseconds
 * after it has shown a fallback. A failed load is repeated when its component is shown, and shown as that component's
 * error.
 */
export async function loadSignedIn(route: RouteName): Promise<void> {
  const screenLoad = import('../frame/SignedInFrame.tsx').then((module) => module.loadScreen(route));
  await Promise.all([SignedIn.load(), screenLoad]).catch(() => undefined);
}

/**
 * Loads in idle moments what the sign-in screen may show next, then what follows the sign-in, then the dialogs of the sign-in
 * screen and the other screens.
 */
export function loadSignedInAtIdle(
  signInLoads: readonly (() => Promise<void>)[],
  dialogLoads: readonly (() => Promise<void>)[],
): void {
  void loadAtIdle([
    ...signInLoads,
    () => loadSignedIn('documents'),
    ...dialogLoads,
    () => import('../frame/SignedInFrame.tsx').then((module) => module.loadScreensAtIdle()),
  ]);
}
