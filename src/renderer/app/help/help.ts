/** @file Opens and closes the help, and its key. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { MenuEvent } from '../../../shared/contract/names.ts';
import { matchesKeys } from '../commands/keys.ts';
import type { RouteName } from '../routes.ts';
import { platform } from '../settings/platform.ts';

export const sectionOfRoute: Readonly<Record<RouteName, string>> = {
  needsYou: 'see-what-needs-you',
  documents: 'attach-documents',
  beneficiaries: 'keep-an-address-book-of-beneficiaries',
  proofs: 'fetch-proofs-of-payment',
  statements: 'request-statements',
  activity: 'see-what-was-sent-and-received',
  settings: 'add-a-profile',
};

export const signInSection = 'sign-in';

interface HelpState {
  readonly isOpen: boolean;
  /** The ID of the shown section; `null` shows the list of chapters. */
  readonly sectionId: string | null;
  /** Increases with each request to open the help, so that a repeated one moves the focus there again. */
  readonly requests: number;
}

const useStore = create<HelpState>(() => ({ isOpen: false, sectionId: null, requests: 0 }));

export const helpKeys = 'F1';

export function openHelp(sectionId: string): void {
  useStore.setState(({ requests }) => ({ isOpen: true, sectionId, requests: requests + 1 }));
}

/** Shows another section of the open help, or the list of chapters. */
export function showSection(sectionId: string | null): void {
  useStore.setState({ sectionId });
}

export function closeHelp(): void {
  useStore.setState({ isOpen: false });
}

export const useHelp = () => useStore();

const helpEvent: MenuEvent = 'paydesk:help';

/** Opens the help at a section by its key and its menu item while the component is shown. */
export function useHelpKey(sectionId: string): void {
  useEffect(() => {
    const open = () => {
      // Behind a dialog, the help could not be reached.
      if (
        document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') === null
      ) {
        openHelp(sectionId);
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !matchesKeys(event, helpKeys, platform)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(helpEvent, open);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(helpEvent, open);
    };
  }, [sectionId]);
}
