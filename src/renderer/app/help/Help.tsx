import { lazy, Suspense } from 'react';
import { ScreenBoundary } from '../frame/ScreenBoundary.tsx';
import { closeHelp, showSection, signInSection, useHelp, useHelpKey } from './help.ts';

/** Loaded on demand: the guide is as long as many screens. */
const HelpPanel = lazy(() => import('./HelpPanel.tsx').then((module) => ({ default: module.HelpPanel })));

export function Help() {
  const { isOpen, sectionId, requests } = useHelp();
  if (!isOpen) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <HelpPanel sectionId={sectionId} requests={requests} onShow={showSection} onClose={closeHelp} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** Lets the key of the help work on the sign-in screen. */
export function SignInHelp() {
  useHelpKey(signInSection);
  return null;
}
