/** @file The keys of the frame. */
import { useEffect } from 'react';
import type { MenuEvent } from '../../../shared/contract/names.ts';
import { useFailures } from '../failures.ts';
import type { Feature } from '../feature.ts';
import { getFeatureRegistry } from '../feature-registry.ts';
import { focusSearchField, moveToRegion, rememberFocus } from '../frame/regions.ts';
import { leave } from '../profiles/leave.ts';
import { goBack, goForward, navigate } from '../routes.ts';
import { platform } from '../settings/platform.ts';
import { toasts } from '../toasts/toasts.ts';
import { matchesKeys, type PressedKey } from './keys.ts';

interface Shortcut {
  readonly keys: readonly string[];
  readonly run: () => void;
}

/** Runs the enabled command of a feature that has the pressed keys. Returns false when there is none. */
function runCommand(pressed: PressedKey): boolean {
  for (const registration of Object.values(getFeatureRegistry())) {
    for (const command of registration?.commands ?? []) {
      if (command.keys === undefined || command.disabled === true) continue;
      if (!matchesKeys(pressed, command.keys, platform)) continue;
      command.run();
      return true;
    }
  }
  return false;
}

/** True while a modal dialog is open. Toasts are not modal. */
function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/** True while a text field has the focus: it handles Ctrl+Z itself. */
function isTyping(): boolean {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) return !['button', 'checkbox', 'radio'].includes(active.type);
  return active instanceof HTMLTextAreaElement || (active instanceof HTMLElement && active.isContentEditable);
}

/** Ignores the shortcut while a dialog is open: macOS fires the shortcuts of its menu whatever the page shows. */
const unlessModalOpen = (run: () => void) => () => {
  if (!isModalOpen()) run();
};

const settingsEvent: MenuEvent = 'paydesk:settings';
const findEvent: MenuEvent = 'paydesk:find';

/** Listens to the keys of the frame while the component is shown. */
export function useShortcuts(features: readonly Feature[], openPalette: () => void): void {
  const { attempt } = useFailures();
  useEffect(() => rememberFocus(), []);
  useEffect(() => {
    const focusSearch = () => {
      if (!focusSearchField()) openPalette();
    };
    const openSettings = () => leave(() => navigate('settings'));
    const navigateBack = () => leave(goBack);
    const navigateForward = () => leave(goForward);
    const shortcuts: readonly Shortcut[] = [
      { keys: ['Mod+K'], run: openPalette },
      { keys: ['Mod+F'], run: focusSearch },
      { keys: ['Mod+,'], run: openSettings },
      { keys: platform === 'mac' ? ['Mod+['] : ['Alt+ArrowLeft'], run: navigateBack },
      { keys: platform === 'mac' ? ['Mod+]'] : ['Alt+ArrowRight'], run: navigateForward },
      ...features.map((feature, index) => ({
        keys: [`Mod+${index + 1}`],
        run: () => leave(() => navigate(feature.route)),
      })),
    ];
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isModalOpen()) return;
      const shortcut = shortcuts.find(({ keys }) => keys.some((key) => matchesKeys(event, key, platform)));
      if (shortcut === undefined && !runCommand(event)) return;
      event.preventDefault();
      shortcut?.run();
    };
    // Handled before React Aria, which treats the toasts as the only region.
    const onRegionKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || event.repeat || isModalOpen()) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      moveToRegion(event.shiftKey ? -1 : 1);
    };
    const onUndoKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isModalOpen() || isTyping()) return;
      if (!matchesKeys(event, 'Mod+Z', platform)) return;
      const undo = toasts.findUndoable();
      if (undo === null) return;
      event.preventDefault();
      attempt(toasts.undo(undo.id));
    };
    // Buttons 3 and 4 are the side buttons of a mouse.
    const onMouse = (event: MouseEvent) => {
      if (isModalOpen()) return;
      if (event.button === 3) navigateBack();
      if (event.button === 4) navigateForward();
    };
    const onSettings = unlessModalOpen(openSettings);
    const onFind = unlessModalOpen(focusSearch);
    window.addEventListener('keydown', onRegionKey, { capture: true });
    window.addEventListener('keydown', onUndoKey);
    window.addEventListener('keydown', onKey);
    window.addEventListener('mouseup', onMouse);
    window.addEventListener(settingsEvent, onSettings);
    window.addEventListener(findEvent, onFind);
    return () => {
      window.removeEventListener('keydown', onRegionKey, { capture: true });
      window.removeEventListener('keydown', onUndoKey);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('mouseup', onMouse);
      window.removeEventListener(settingsEvent, onSettings);
      window.removeEventListener(findEvent, onFind);
    };
  }, [features, openPalette, attempt]);
}
