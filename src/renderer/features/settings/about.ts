import { useEffect, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { About } from '../../../shared/model/settings.ts';
import { call } from '../../bridge.ts';

/** Facts about this installation, once they have come. */
export type AboutReading =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly about: About }
  | { readonly state: 'failed'; readonly error: PaydeskError };

/** Asks main about this installation, when the component is first shown. */
export function useAbout(): AboutReading {
  const [reading, setReading] = useState<AboutReading>({ state: 'loading' });
  useEffect(() => {
    let wanted = true;
    call('settings.about', {}).then(
      (about) => wanted && setReading({ state: 'known', about }),
      (thrown: unknown) => wanted && setReading({ state: 'failed', error: toPaydeskError(thrown) }),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return reading;
}
