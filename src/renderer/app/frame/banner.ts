/** @file A message that stays after its screen has closed, shown as a banner until it is dismissed. */
import { create } from 'zustand';

interface BannerMessage {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly detail: string;
}

const useStore = create<{ readonly message: BannerMessage | null }>(() => ({ message: null }));

/** Shows a message above any screen; `null` dismisses it. */
export function showBanner(message: BannerMessage | null): void {
  useStore.setState({ message });
}

export function useBanner(): BannerMessage | null {
  return useStore((state) => state.message);
}
