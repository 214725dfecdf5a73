/**
 * @file What a screen is narrowed to, such as a search, kept for the profile that it was typed for while another one is
 * shown. Whoever leaves the screen itself finds it as it always begins.
 */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { shownProfileId } from './active-profile.ts';
import { currentRoute } from './routes.ts';

/** One thing that a screen keeps, by profile. */
export interface ViewState<Value> {
  readonly initial: Value;
  readonly hidden: Map<string, Value>;
}

const resetters: ((profileId: string) => void)[] = [];

/** Creates what a screen keeps; `first` is how it begins. */
export function createViewState<Value>(initial: Value): ViewState<Value> {
  const hidden = new Map<string, Value>();
  resetters.push((profileId) => hidden.delete(profileId));
  return { initial, hidden };
}

/** Forgets what was kept of a profile of which nothing is left. */
export function resetViewStates(profileId: string): void {
  for (const forget of resetters) forget(profileId);
}

/** Like `useState`, but for one profile at a time. */
export function useViewState<Value>({
  initial,
  hidden,
}: ViewState<Value>): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [profileId] = useState(shownProfileId);
  const [value, setValue] = useState(() => hidden.get(profileId ?? '') ?? initial);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (profileId === null) return;
    hidden.delete(profileId);
    const route = currentRoute();
    return () => {
      // Another profile is shown, or the sign-in screen; else the clerk went to another screen of this profile.
      const isHidden = shownProfileId() !== profileId || currentRoute() === route;
      if (isHidden) hidden.set(profileId, latest.current);
    };
  }, [profileId, hidden]);
  return [value, setValue];
}
