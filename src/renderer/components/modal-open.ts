/** @file Tracks whether the page is dimmed behind a dialog. Each open dialog counts. */
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const dialogs = createStore<{ readonly openCount: number }>(() => ({ openCount: 0 }));

/** Dims the page behind a dialog, while this component is mounted in it. */
export function ModalCounter() {
  useLayoutEffect(() => {
    dialogs.setState(({ openCount }) => ({ openCount: openCount + 1 }));
    return () => dialogs.setState(({ openCount }) => ({ openCount: openCount - 1 }));
  }, []);
  return null;
}

/** True while a dialog dims the page. */
export const useIsModalOpen = () => useStore(dialogs, ({ openCount }) => openCount > 0);
