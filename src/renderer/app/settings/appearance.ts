/** @file Appearance of the whole window: theme, contrast and environment, as attributes of the document. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Environment } from '../../../shared/model/session/environment.ts';
import type { Appearance } from '../../../shared/model/settings.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { useIsModalOpen } from '../../components/dialogs/modal-open.ts';
import { useMedia } from '../../components/layout/media.ts';
import { platform } from './platform.ts';

const systemAppearance: Appearance = { theme: 'system', contrast: false };

/** Applies the theme and contrast of the settings, or of the system where the settings follow it. */
export function useAppearance(): void {
  const { theme, contrast } = useTopicPart('settings', (settings) => settings.appearance, systemAppearance);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const prefersContrast = useMedia('(prefers-contrast: more)');
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark);
  const hasHighContrast = contrast || prefersContrast;
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', isDark);
    root.classList.toggle('contrast', hasHighContrast);
    root.dataset['platform'] = platform;
  }, [isDark, hasHighContrast]);
}

/** Dims the window buttons, which the system draws, while the page is dimmed behind a dialog. */
export function useDimmedWindowButtons(): void {
  const isDimmed = useIsModalOpen();
  const wasDimmed = useRef(false);
  useEffect(() => {
    if (isDimmed === wasDimmed.current) return;
    wasDimmed.current = isDimmed;
    // A failure only leaves the buttons bright.
    call('settings.window', { action: 'dimButtons', dimmed: isDimmed }).catch(() => undefined);
  }, [isDimmed]);
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
