/** @file The text size of the window: its keys, the events of the menu, and its announcement. Main enlarges the page. */
import { useEffect, useRef } from 'react';
import type { MenuEvent } from '../../../shared/contract/names.ts';
import { t } from '../../../shared/messages/index.ts';
import { type TextSize, textSizes } from '../../../shared/model/settings.ts';
import { useTopicPart } from '../../bridge.ts';
import { matchesKeys, type PressedKey } from '../commands/keys.ts';
import { useFailures } from '../failures.ts';
import { announce } from '../toasts/announcer.ts';
import { type Platform, platform } from './platform.ts';
import { changeSettings } from './use-settings.ts';

type TextSizeStep = 'larger' | 'smaller' | 'normal';

export const textSizeKeys: Readonly<Record<TextSizeStep, string>> = {
  larger: 'Mod++',
  smaller: 'Mod+-',
  normal: 'Mod+0',
};

/**
 * Further keys of the steps: plus needs Shift on many keyboards, so the equals sign beside it counts too. Zero needs
 * Shift on French keyboards.
 */
const furtherKeys: Readonly<Record<TextSizeStep, readonly string[]>> = {
  larger: ['Mod+=', 'Mod+Shift++', 'Mod+Shift+='],
  smaller: ['Mod+Shift+-', 'Mod+Shift+_'],
  normal: ['Mod+Shift+0'],
};

const menuSteps: Readonly<Record<TextSizeStep, MenuEvent>> = {
  larger: 'paydesk:larger-text',
  smaller: 'paydesk:smaller-text',
  normal: 'paydesk:normal-text',
};

const steps = ['larger', 'smaller', 'normal'] as const;

/** Returns the size one step away; the largest and the smallest size stay. */
export function stepTextSize(current: TextSize, step: TextSizeStep): TextSize {
  if (step === 'normal') return 100;
  const index = textSizes.indexOf(current) + (step === 'larger' ? 1 : -1);
  return textSizes[index] ?? current;
}

export function textSizeStepOf(pressed: PressedKey, system: Platform): TextSizeStep | null {
  const isPressed = (step: TextSizeStep) =>
    [textSizeKeys[step], ...furtherKeys[step]].some((keys) => matchesKeys(pressed, keys, system));
  return steps.find(isPressed) ?? null;
}

function announceTextSize(textSize: TextSize): void {
  announce(t('shell.textSize', { percent: textSize }), 'text size');
}

/**
 * Changes the text size by keys and menu, also before the sign-in and while a dialog is open, and announces each new
 * size.
 */
export function useTextSize(): void {
  const { attempt } = useFailures();
  useAnnouncedTextSize();
  useEffect(() => {
    const changeBy = (step: TextSizeStep) => {
      const change = changeSettings((settings) => {
        const textSize = stepTextSize(settings.textSize, step);
        // Nothing changes at the largest and the smallest size, so nothing else would be announced.
        if (textSize === settings.textSize) announceTextSize(textSize);
        return { textSize };
      });
      attempt(change);
    };
    const controller = new AbortController();
    const { signal } = controller;
    // Captured and stopped, because the field of the command palette would send the keys to its list once more.
    const onKey = (event: KeyboardEvent) => {
      const step = textSizeStepOf(event, platform);
      if (step === null) return;
      event.preventDefault();
      event.stopPropagation();
      changeBy(step);
    };
    window.addEventListener('keydown', onKey, { capture: true, signal });
    for (const step of steps) {
      window.addEventListener(menuSteps[step], () => changeBy(step), { signal });
    }
    return () => controller.abort();
  }, [attempt]);
}

function useAnnouncedTextSize(): void {
  const textSize = useTopicPart<'settings', TextSize | null>(
    'settings',
    (settings) => settings.textSize,
    null,
  );
  const announcedSize = useRef(textSize);
  useEffect(() => {
    if (announcedSize.current !== null && textSize !== null && announcedSize.current !== textSize) {
      announceTextSize(textSize);
    }
    announcedSize.current = textSize;
  }, [textSize]);
}
