/** @file What a clerk does on the screen of proofs, and the answers of the service that a test decides. */
import type { Page } from '@playwright/test';
import type { Fault } from '../../src/main/simulator/faults.ts';
import { expect } from './fixture.ts';

/** Opens the screen. */
export async function goToProofs(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await expect(page.getByRole('heading', { name: 'Proofs', level: 1 })).toBeVisible();
}

/** Fetches the proofs of references and waits for all of them. */
export async function paste(page: Page, references: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste references…' }).click();
  await page.getByRole('textbox', { name: 'References' }).fill(references.join('\n'));
  await page.getByRole('button', { name: /^Fetch [\d,]+ proofs?$/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'Proofs fetched' })).toBeHidden({ timeout: 60_000 });
}

/** Opens the proof of a reference. */
export async function show(page: Page, reference: string): Promise<void> {
  await page.getByRole('grid', { name: 'References' }).getByText(reference, { exact: true }).click();
  await expect(page.getByRole('article', { name: `Proof ${reference}`, exact: true })).toBeVisible();
}

/** Faults that answer references with what a test says. */
export function faultsOf(answers: Readonly<Record<string, { pop: unknown; type: string }>>): Fault[] {
  return Object.entries(answers).map(([reference, answer]) => ({
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    when: ({ path }) => path.endsWith(`/${reference}`),
  }));
}
