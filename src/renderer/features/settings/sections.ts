/** @file The sections of Settings and the one that is shown. */
import { navigate, useRouteParams } from '../../app/routes.ts';
import type { IconName } from '../../components/icons.ts';

/** Every section, in the order in which it stands. */
export const sections = [
  { id: 'profiles', icon: 'bank' },
  { id: 'keychain', icon: 'key' },
  { id: 'files', icon: 'file' },
  { id: 'appearance', icon: 'image' },
  { id: 'data', icon: 'folder' },
  { id: 'about', icon: 'info' },
] as const satisfies readonly { readonly id: string; readonly icon: IconName }[];

/** Name of a section. */
export type SectionId = (typeof sections)[number]['id'];

/** The section that a text names; the first one for any other text. */
export function sectionOf(text: string | null): SectionId {
  return sections.find(({ id }) => id === text)?.id ?? sections[0].id;
}

/** The section that is shown. */
export function useSection(): SectionId {
  return sectionOf(useRouteParams('settings').section);
}

/** Shows a section. */
export function goToSection(id: SectionId): void {
  navigate('settings', { section: id });
}
