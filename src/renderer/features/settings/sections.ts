/** @file The sections of Settings and the current section. */
import { hasRetentionPeriods } from '../../../shared/model/retention.ts';
import { navigate, useRouteParams } from '../../app/routes.ts';
import type { IconName } from '../../components/layout/icons.ts';
import { useAbout } from './about.ts';

/** All sections in display order. */
export const sections = [
  { id: 'profiles', icon: 'bank' },
  { id: 'files', icon: 'file' },
  { id: 'appearance', icon: 'image' },
  { id: 'data', icon: 'folder' },
  { id: 'retention', icon: 'hourglass' },
  { id: 'about', icon: 'info' },
] as const satisfies readonly { readonly id: string; readonly icon: IconName }[];

export type SectionId = (typeof sections)[number]['id'];

/** The sections of this computer: retention periods are shown only when the administrator has set one. */
export function useShownSections(): readonly (typeof sections)[number][] {
  const { value: about } = useAbout();
  const isRetentionShown = about !== null && hasRetentionPeriods(about.retention);
  return sections.filter(({ id }) => id !== 'retention' || isRetentionShown);
}

/** Parses a section ID; returns the first section for an unknown text. */
export function parseSectionId(text: string | null): SectionId {
  return sections.find(({ id }) => id === text)?.id ?? sections[0].id;
}

export function useSection(): SectionId {
  return parseSectionId(useRouteParams('settings').section);
}

export function goToSection(id: SectionId): void {
  navigate('settings', { section: id });
}
