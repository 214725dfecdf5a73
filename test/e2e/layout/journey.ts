/** @file The layout along a journey: each stop is looked at, and at the end every component of it was seen. */
import { expect, type Paydesk } from '../fixture.ts';
import { checkLayout } from './check-layout.ts';
import { type Journey, visited } from './visited.ts';

/** One way through the screens. */
export interface LayoutJourney {
  /** Looks at the layout of what the window shows now. */
  check(name: string): Promise<void>;
  /** Fails when something was not shown that belongs to this journey. */
  end(): void;
}

/** Begins a journey. */
export function layoutJourney(paydesk: Paydesk, journey: Journey): LayoutJourney {
  const seen = new Set<string>();
  return {
    async check(name) {
      for (const component of await checkLayout(paydesk, name)) seen.add(component);
    },
    end() {
      const missed = visited[journey].filter((name) => !seen.has(name.split('/').at(-1) ?? name));
      expect(missed, `what the layout of ${journey} was not looked at on`).toEqual([]);
    },
  };
}
