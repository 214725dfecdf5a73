/** @file Checks the layout along a journey, and that the journey showed each of its components. */
import { expect, type Paydesk } from '../fixture.ts';
import { isLongRun } from '../run-length.ts';
import { checkLayout, type TextVariant } from './check-layout.ts';
import { componentsByJourney, type Journey } from './visited.ts';

/** A journey through screens whose layout is checked. */
export interface LayoutJourney {
  /** Checks the current layout of the window. */
  check(name: string): Promise<void>;
  /** Ends the journey. Fails when a component of the journey was not shown. */
  end(): void;
}

/** Journeys that are checked with the texts of the pseudo-locale as well. */
const pseudoJourneys: ReadonlySet<Journey> = new Set<Journey>([
  'at-work',
  'documents',
  'first-profile',
  'mapping',
  'needs-you',
  'payment-status',
  'proofs',
  'recovery',
  'signing-in',
  'statements',
  'statements-review',
  'statement-chart',
]);

/** Starts a journey. */
export function layoutJourney(paydesk: Paydesk, journey: Journey): LayoutJourney {
  const variants: readonly TextVariant[] = pseudoJourneys.has(journey)
    ? ['own', 'long', 'pseudo']
    : ['own', 'long'];
  const shownNames = new Set<string>();
  return {
    async check(name) {
      for (const component of await checkLayout(paydesk, name, variants)) shownNames.add(component);
    },
    end() {
      if (!isLongRun) return;
      const missingNames = componentsByJourney[journey].filter(
        (name) => !shownNames.has(name.split('/').at(-1) ?? name),
      );
      expect(missingNames, `components of ${journey} whose layout was not checked`).toEqual([]);
    },
  };
}
