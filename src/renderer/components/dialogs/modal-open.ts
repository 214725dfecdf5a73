/** @file Tracks whether the page is dimmed behind a dialog. Each open dialog counts. */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

const useStore = create<{ readonly openCount: number }>(() => ({ openCount: 0 }));

/** Dims the page behind a dialog, while this component is mounted in it. */
export function ModalCounter() {
  useLayoutEffect(() => {
    useStore.setState(({ openCount }) => ({ openCount: openCount + 1 }));
    return () => useStore.setState(({ openCount }) => ({ openCount: openCount - 1 }));
  }, []);
  return null;
}

/** True while a dialog dims the page. */
export const useIsModalOpen = () => useStore(({ openCount }) => openCount > 0);
