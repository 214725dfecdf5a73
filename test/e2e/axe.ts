/** @file Finds accessibility violations on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const contrastRules = ['color-contrast', 'link-in-text-block'];

/** The list of the command palette. Arrow keys of its search field scroll the list, which axe cannot see. */
const arrowKeyScrolledList = 'class="palette-list"';

/**
 * Returns the violations of WCAG 2.2 AA and best practice that axe finds on the page: rule, element and problem. The scope
 * `colours` checks only contrast, `structure` everything else.
 */
export async function accessibilityViolations(
  page: Page,
  scope: 'all' | 'colours' | 'structure' = 'all',
): Promise<string[]> {
  // axe's default mode opens another page, which Paydesk refuses.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    // The list of a combo box in a dialog is at the end of the page, outside its landmarks.
    .exclude('.popover:has([role="listbox"])');
  const configuredAxe = scope === 'colours' ? axe.withRules(contrastRules) : axe.withTags(standards);
  if (scope === 'structure') configuredAxe.disableRules(contrastRules);
  const { violations } = await configuredAxe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'scrollable-region-focusable' || !html.includes(arrowKeyScrolledList))
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
