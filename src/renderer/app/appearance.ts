/** @file The look of the whole window: light or dark, contrast, environment, as attributes of the document. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Environment } from '../../shared/model/environment.ts';
import type { Appearance } from '../../shared/model/settings.ts';
import { call, useTopicPart } from '../bridge.ts';
import { useMedia } from '../components/media.ts';
import { useIsModalOpen } from '../components/modal-open.ts';
import { platform } from './platform.ts';

const followSystem: Appearance = { theme: 'system', contrast: false };

/** Follows the settings and, where they say so, the system. */
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

/** The buttons that the system draws are darkened with the page, behind a dialog. */
export function useDimmedButtons(): void {
  const dimmed = useIsModalOpen();
  const wasDimmed = useRef(false);
  useEffect(() => {
    if (dimmed === wasDimmed.current) return;
    wasDimmed.current = dimmed;
    // Buttons that stay bright do no harm.
    call('settings.dimWindowButtons', { dimmed }).catch(() => undefined);
  }, [dimmed]);
}

/** Lets the window wear the colours of an environment while the component is shown; `null` for none. */
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
