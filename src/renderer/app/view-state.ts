/**
 * @file View state of a screen, such as a search text, kept by profile while another profile is shown. Opening
 * another screen of the same profile resets the state.
 */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { shownProfileId } from './profiles/active-profile.ts';
import { currentRoute } from './routes.ts';

/** One value of a screen's view state. `hiddenValues` has the values of the profiles that are not shown. */
interface ViewState<Value> {
  readonly initial: Value;
  readonly hiddenValues: Map<string, Value>;
}

const resetters: ((profileId: string) => void)[] = [];

export function createViewState<Value>(initial: Value): ViewState<Value> {
  const hiddenValues = new Map<string, Value>();
  onViewStatesReset((profileId) => hiddenValues.delete(profileId));
  return { initial, hiddenValues };
}

/** Calls `listener` with the ID of every removed profile. */
export function onViewStatesReset(listener: (profileId: string) => void): void {
  resetters.push(listener);
}

/** Deletes the view states of a removed profile. */
export function resetViewStates(profileId: string): void {
  for (const reset of resetters) reset(profileId);
}

/** Like `useState`, but for one profile at a time. */
export function useViewState<Value>({
  initial,
  hiddenValues,
}: ViewState<Value>): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [profileId] = useState(shownProfileId);
  const [value, setValue] = useState(() => hiddenValues.get(profileId ?? '') ?? initial);
  const latestValue = useRef(value);
  useEffect(() => {
    latestValue.current = value;
  });
  useEffect(() => {
    if (profileId === null) return;
    hiddenValues.delete(profileId);
    const route = currentRoute();
    return () => {
      // True when another profile or the sign-in screen is shown; false when the clerk opened another screen of
      // this profile.
      const isHidden = shownProfileId() !== profileId || currentRoute() === route;
      if (isHidden) hiddenValues.set(profileId, latestValue.current);
    };
  }, [profileId, hiddenValues]);
  return [value, setValue];
}
