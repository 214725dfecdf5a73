/** @file Actions on the Proofs screen, and configurable responses of the service. */
import type { Page } from '@playwright/test';
import type { Fault } from '../../src/main/simulator/faults.ts';
import { expect } from './fixture.ts';

export async function goToProofs(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await expect(page.getByRole('heading', { name: 'Proofs', level: 1 })).toBeVisible();
}

/** Fetches the proofs of references and waits until all have a final state. */
export async function paste(page: Page, references: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste references…' }).click();
  await page.getByRole('textbox', { name: 'References' }).fill(references.join('\n'));
  await page.getByRole('button', { name: /^Fetch [\d,]+ proofs?$/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'Proofs fetched' })).toBeHidden({ timeout: 60_000 });
}

export async function show(page: Page, reference: string): Promise<void> {
  await page.getByRole('grid', { name: 'References' }).getByText(reference, { exact: true }).click();
  await expect(page.getByRole('article', { name: `Proof ${reference}`, exact: true })).toBeVisible();
}

/** Faults that serve given responses by reference. */
export function faultsOf(answers: Readonly<Record<string, { pop: unknown; type: string }>>): Fault[] {
  return Object.entries(answers).map(([reference, answer]) => ({
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    when: ({ path }) => path.endsWith(`/${reference}`),
  }));
}
