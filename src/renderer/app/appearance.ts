/** @file Appearance of the whole window: theme, contrast and environment, as attributes of the document. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Environment } from '../../shared/model/environment.ts';
import type { Appearance } from '../../shared/model/settings.ts';
import { call, useTopicPart } from '../bridge.ts';
import { useMedia } from '../components/media.ts';
import { useIsModalOpen } from '../components/modal-open.ts';
import { platform } from './platform.ts';

const followSystem: Appearance = { theme: 'system', contrast: false };

/** Applies the theme and contrast of the settings, or of the system where the settings follow it. */
export function useAppearance(): void {
  const { theme, contrast } = useTopicPart('settings', (settings) => settings.appearance, followSystem);
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const systemContrast = useMedia('(prefers-contrast: more)');
  const dark = theme === 'dark' || (theme === 'system' && systemDark);
  const strong = contrast || systemContrast;
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', dark);
    root.classList.toggle('contrast', strong);
    root.dataset['platform'] = platform;
  }, [dark, strong]);
}

/** Dims the window buttons, which the system draws, while the page is dimmed behind a dialog. */
export function useDimmedButtons(): void {
  const dimmed = useIsModalOpen();
  const wasDimmed = useRef(false);
  useEffect(() => {
    if (dimmed === wasDimmed.current) return;
    wasDimmed.current = dimmed;
    // A failure only leaves the buttons bright.
    call('settings.dimWindowButtons', { dimmed }).catch(() => undefined);
  }, [dimmed]);
}

/** Applies the colours of an environment to the window while the component is mounted; `null` for none. */
export function useWindowEnvironment(environment: Environment | null): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    if (environment === null) return;
    root.dataset['env'] = environment;
    return () => {
      delete root.dataset['env'];
    };
  }, [environment]);
}
