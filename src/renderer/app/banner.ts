/** @file One sentence that must outlive the screen it came from, shown until it is put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What is said. */
export interface BannerMessage {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly detail: string;
}

const store = createStore<{ readonly message: BannerMessage | null }>(() => ({ message: null }));

/** Shows a note above whatever screen there is; `null` puts it away. */
export function showBanner(message: BannerMessage | null): void {
  store.setState({ message });
}

/** The note that is to be shown. */
export function useBanner(): BannerMessage | null {
  return useStore(store, (state) => state.message);
}
