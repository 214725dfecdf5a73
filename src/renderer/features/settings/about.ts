import { useEffect, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { About } from '../../../shared/model/settings.ts';
import { call } from '../../bridge.ts';

/** The facts of this installation, or the state of loading them. */
type AboutState =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly about: About }
  | { readonly state: 'failed'; readonly error: PaydeskError };

/** Loads the facts of this installation on mount. */
export function useAbout(): AboutState {
  const [aboutState, setAboutState] = useState<AboutState>({ state: 'loading' });
  useEffect(() => {
    let isMounted = true;
    call('settings.about', {}).then(
      (about) => isMounted && setAboutState({ state: 'known', about }),
      (thrown: unknown) => isMounted && setAboutState({ state: 'failed', error: toPaydeskError(thrown) }),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return aboutState;
}
