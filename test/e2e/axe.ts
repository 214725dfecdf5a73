/** @file Finds accessibility violations on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const colours = ['color-contrast', 'link-in-text-block'];

/** The list of the command palette. Arrow keys of its search field scroll the list, which axe cannot see. */
const scrolledByArrowKeys = 'class="palette-list"';

/**
 * The violations of WCAG 2.2 AA that axe finds on the page: rule, element and problem. `colours` checks contrast alone,
 * `structure` everything else.
 */
export async function accessibilityViolations(
  page: Page,
  what: 'all' | 'colours' | 'structure' = 'all',
): Promise<string[]> {
  // axe's default mode opens another page, which Paydesk refuses.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    // The list of a combo box in a dialog is at the end of the page, outside its landmarks.
    .exclude('.popover:has([role="listbox"])');
  const configuredAxe = what === 'colours' ? axe.withRules(colours) : axe.withTags(standards);
  if (what === 'structure') configuredAxe.disableRules(colours);
  const { violations } = await configuredAxe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'scrollable-region-focusable' || !html.includes(scrolledByArrowKeys))
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
