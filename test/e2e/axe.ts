/** @file Looks for what keeps people from using a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page at WCAG 2.2 AA: rule, element, and what is wrong with it; in its colours alone, or in
 * everything but them.
 */
export async function barriersOn(
  page: Page,
  what: 'all' | 'colours' | 'structure' = 'all',
): Promise<string[]> {
  // In the other mode axe opens a page of its own, which the program would be asked about.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    // Lists of choices stand at the end of the page, outside its landmarks, with the field that opened them in a dialog.
    .exclude('.popover:has([role="listbox"])');
  const looking = what === 'colours' ? axe.withRules(colours) : axe.withTags(standards);
  if (what === 'structure') looking.disableRules(colours);
  const { violations } = await looking.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
