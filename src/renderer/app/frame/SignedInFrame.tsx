import { useEffect } from 'react';
import { messages } from '../../../shared/messages/compiled/en-rest.ts';
import { addMessages } from '../../../shared/messages/index.ts';
import '../profiles/sign-in-messages.ts';
import { features } from '../features.ts';
import { loadAtIdle } from '../idle.ts';
import type { RouteName } from '../routes.ts';
import { Frame, type FrameProps } from './Frame.tsx';

addMessages(messages);

/** Loads the chunks of all screens in idle moments, in the order of the rail. */
export function loadScreensAtIdle(): Promise<void> {
  return loadAtIdle(features.map(({ Screen }) => Screen.load));
}

export async function loadScreen(route: RouteName): Promise<void> {
  await features.find((feature) => feature.route === route)?.Screen.load();
}

/** The frame with all features; loads their screens in idle moments. */
export function SignedInFrame(props: Omit<FrameProps, 'features'>) {
  useEffect(() => void loadScreensAtIdle(), []);
  return <Frame {...props} features={features} />;
}
