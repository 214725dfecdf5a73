/** @file What the window can show on any screen, but not at first. Loaded after the start. */
import './profiles/sign-in-messages.ts';

export { Overlays } from './frame/Overlays.tsx';
export { StartupFailed } from './StartupFailed.tsx';
