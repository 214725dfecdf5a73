/**
 * @file What a screen is narrowed to, such as a search, kept for the profile that it was typed for while another one is
 * shown. Whoever leaves the screen itself finds it as it always begins.
 */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { shownProfileId } from './active-profile.ts';
import { presentRoute } from './routes.ts';

/** One thing that a screen keeps, by profile. */
export interface KeptView<Value> {
  readonly first: Value;
  readonly left: Map<string, Value>;
}

const forgetEach: ((profileId: string) => void)[] = [];

/** Creates what a screen keeps; `first` is how it begins. */
export function createKeptView<Value>(first: Value): KeptView<Value> {
  const left = new Map<string, Value>();
  forgetEach.push((profileId) => left.delete(profileId));
  return { first, left };
}

/** Forgets what was kept of a profile of which nothing is left. */
export function resetKeptViews(profileId: string): void {
  for (const forget of forgetEach) forget(profileId);
}

/** Like `useState`, but for one profile at a time. */
export function useKeptView<Value>({
  first,
  left,
}: KeptView<Value>): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [profileId] = useState(shownProfileId);
  const [value, setValue] = useState(() => left.get(profileId ?? '') ?? first);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (profileId === null) return;
    left.delete(profileId);
    const route = presentRoute();
    return () => {
      // Another profile is shown, or the sign-in screen; else the clerk went to another screen of this profile.
      const isHidden = shownProfileId() !== profileId || presentRoute() === route;
      if (isHidden) left.set(profileId, latest.current);
    };
  }, [profileId, left]);
  return [value, setValue];
}
