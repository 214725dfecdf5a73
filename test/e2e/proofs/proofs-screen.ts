/** @file Actions on the Proofs screen, and simulator faults that serve the proofs of a test. */
import type { Page } from '@playwright/test';
import { keyringMissing } from '../../fakes/platform/keyring.ts';
import type { Fault } from '../../practice/faults.ts';
import type { Company } from '../company.ts';
import { expect, type Paydesk } from '../fixture.ts';

export async function openProofs(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await expect(page.getByRole('heading', { name: 'Proofs', level: 1 })).toBeVisible();
}

/** Fetches the proofs of references and waits until all have a final state. */
export async function fetchReferences(page: Page, references: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste references…' }).click();
  await page.getByRole('textbox', { name: 'References' }).fill(references.join('\n'));
  await page.getByRole('button', { name: /^Fetch [\d,]+ proofs?$/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'Proofs fetched' })).toBeHidden({ timeout: 60_000 });
}

export async function openProof(page: Page, reference: string): Promise<void> {
  await page.getByRole('grid', { name: 'References' }).getByText(reference, { exact: true }).click();
  await expect(page.getByRole('article', { name: `Proof ${reference}`, exact: true })).toBeVisible();
}

/** Returns faults that answer the request of each reference with the response of the test. */
export function faultsServing(answers: Readonly<Record<string, { pop: unknown; type: string }>>): Fault[] {
  return Object.entries(answers).map(([reference, answer]) => ({
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    when: ({ path }) => path.endsWith(`/${reference}`),
  }));
}

/** By kind of proof: expects the viewer to show the content of the example proof. */
export const expectShown: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  pdf: (page) => expect(page.getByRole('region', { name: 'Page 1' })).toContainText('PROOF OF PAYMENT'),
  png: async (page) => {
    const image = page.getByRole('img', { name: /^Image of the proof/ });
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  },
  mt103: async (page) => {
    await page.getByRole('button', { name: /^59 Beneficiary/ }).click();
    await expect(
      page.getByRole('region', { name: 'Raw text' }).locator('li[data-highlighted="true"]').first(),
    ).toContainText(':59:');
    await expect(page.getByText(/as stated in 32A$/)).toBeVisible();
  },
  pacs008: (page) => expect(page.getByRole('region', { name: 'Key facts' })).toContainText('End-to-end ID'),
  json: async (page) => {
    await expect(page.getByText(/^Paydesk does not interpret JSON/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Structure' })).toContainText('creditor');
  },
  text: (page) => expect(page.getByRole('region', { name: 'Raw text' })).toContainText('PROOF OF PAYMENT'),
  url: (page) =>
    expect(page.getByRole('button', { name: 'Open proofs.practice.example in browser…' })).toBeVisible(),
};

/** Launches Paydesk for a company, with a keyring when the system supports keyrings. */
export async function launchFor(
  launch: (options: object) => Promise<Paydesk>,
  company: Company,
  options: object = {},
): Promise<Paydesk> {
  return launch({
    profiles: company.profiles,
    args: ['--allow-http-loopback'],
    keyring: keyringMissing() === null,
    ...options,
  });
}
