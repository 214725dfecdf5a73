/** @file Whether the page is darkened behind a dialog. Each dialog counts while it is shown. */
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const dialogs = createStore<{ readonly shown: number }>(() => ({ shown: 0 }));

/** Shown in a dialog, it darkens everything behind it as long as it is there. */
export function ModalCounter() {
  useLayoutEffect(() => {
    dialogs.setState(({ shown }) => ({ shown: shown + 1 }));
    return () => dialogs.setState(({ shown }) => ({ shown: shown - 1 }));
  }, []);
  return null;
}

/** True while a dialog darkens the page. */
export const useIsModalOpen = () => useStore(dialogs, ({ shown }) => shown > 0);
