/** @file A message that stays after its screen has closed, shown as a banner until it is dismissed. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface BannerMessage {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly detail: string;
}

const store = createStore<{ readonly message: BannerMessage | null }>(() => ({ message: null }));

/** Shows a message above any screen; `null` dismisses it. */
export function showBanner(message: BannerMessage | null): void {
  store.setState({ message });
}

/** The message of the banner, or `null`. */
export function useBanner(): BannerMessage | null {
  return useStore(store, (state) => state.message);
}
