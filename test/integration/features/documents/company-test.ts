/** @file Tests in one Paydesk of their file, in which each test has a practice company and a profile of its own. */
import { test as base } from 'vitest';
import { startPaydesk } from './documents-fixture.ts';

export const test = base
  .extend(
    'paydesk',
    { scope: 'file' },
    /* oxlint-disable-next-line no-empty-pattern */ // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the needed fixtures by the names that are destructured
    async ({}, { onCleanup }) => {
      const paydesk = await startPaydesk();
      onCleanup(paydesk.end);
      return paydesk;
    },
  )
  .extend('fixture', ({ paydesk }) => paydesk.openCompany());

/** What a test gets. */
export interface CompanyTest {
  readonly paydesk: Awaited<ReturnType<typeof startPaydesk>>;
}
