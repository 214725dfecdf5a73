/** @file Finds accessibility violations on a page. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const contrastRules = ['color-contrast', 'link-in-text-block'];

/** The list of a combo box in a dialog is at the end of the page, outside its landmarks. */
const exclude = [['[data-part="popover"]:has([role="listbox"])']];

/** The list of the command palette. Arrow keys of its search field scroll the list, which axe cannot see. */
const arrowKeyScrolledList = 'data-part="palette-list"';

const scopes = {
  all: { runOnly: { type: 'tag', values: standards } },
  colours: { runOnly: { type: 'rule', values: contrastRules } },
  structure: {
    runOnly: { type: 'tag', values: standards },
    rules: Object.fromEntries(contrastRules.map((rule) => [rule, { enabled: false }])),
  },
} satisfies Record<string, axe.RunOptions>;

/**
 * Returns the violations of WCAG 2.2 AA and best practice that axe finds on the page: rule, element and problem. The scope
 * `colours` checks only contrast, `structure` everything else.
 */
export async function accessibilityViolations(
  page: Page,
  scope: keyof typeof scopes = 'all',
): Promise<string[]> {
  // Loading axe takes as long as some of its checks, so a document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(runAxe, {
    context: { exclude },
    options: { ...scopes[scope], resultTypes: ['violations' as const], elementRef: true },
  });
  return violations
    .filter(
      ({ rule, html }) => rule !== 'scrollable-region-focusable' || !html.includes(arrowKeyScrolledList),
    )
    .map(({ rule, html, summary }) => `${rule}: ${html.slice(0, 200)} ${summary}`);
}

/** Runs in the page. */
async function runAxe({ context, options }: { context: axe.ContextSpec; options: axe.RunOptions }) {
  /**
   * True for a control that is scrolled behind the pinned columns of a grid, so that no pointer can reach it. The size of
   * what axe takes for its visible part depends on the controls that happen to be beside the grid.
   */
  const isBehindPinnedColumns = (element: Element | undefined) => {
    const header = element?.closest('[role="columnheader"]:not([data-pinned])');
    if (element === undefined || header === null || header === undefined) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    return !shares.some((share) =>
      element.contains(document.elementFromPoint(left + width * share, top + height / 2)),
    );
  };
  const { violations } = await window.axe.run(context, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ element }) => id !== 'target-size' || !isBehindPinnedColumns(element))
      .map(({ html, failureSummary = '' }) => ({ rule: id, html, summary: failureSummary })),
  );
}
