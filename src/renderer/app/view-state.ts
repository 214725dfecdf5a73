/**
 * @file View state of a screen, such as a search text, kept by profile while another profile is shown. Leaving
 * the screen itself resets it.
 */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { shownProfileId } from './active-profile.ts';
import { currentRoute } from './routes.ts';

/** One value of a screen's view state, by profile. */
export interface ViewState<Value> {
  readonly initial: Value;
  readonly hidden: Map<string, Value>;
}

const resetters: ((profileId: string) => void)[] = [];

/** Creates a view state with its initial value. */
export function createViewState<Value>(initial: Value): ViewState<Value> {
  const hidden = new Map<string, Value>();
  resetters.push((profileId) => hidden.delete(profileId));
  return { initial, hidden };
}

/** Deletes the view states of a removed profile. */
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
      // True when another profile or the sign-in screen is shown; false when the clerk opened another screen of
      // this profile.
      const isHidden = shownProfileId() !== profileId || currentRoute() === route;
      if (isHidden) hidden.set(profileId, latest.current);
    };
  }, [profileId, hidden]);
  return [value, setValue];
}
