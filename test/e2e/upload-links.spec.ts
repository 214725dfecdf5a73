/** @file Upload links that need headers Paydesk does not send: the batch stops and shows what IT has to change. */
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files.ts';
import { assignByFolder, chooseFolders, signIn, startBatch, test } from './company.ts';
import { expect } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { photograph } from './photograph.ts';

/** A response to a request for links, with every link signed for a header that Paydesk does not send. */
function withExtraSignedHeader(value: unknown): unknown {
  const { items } = value as { items: { link: string }[] };
  return {
    items: items.map((item) => ({
      ...item,
      link: `${item.link}&X-Amz-SignedHeaders=content-md5%3Bhost%3Bx-amz-server-side-encryption`,
    })),
  };
}

test('links signed for other headers stop the batch, and the batch and its documents name the headers', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label: 'Ahlström', recipientId: 'R-Ahlström' });
  const folder = join(company.files, 'Ahlström');
  const names = Array.from({ length: 6 }, (_, index) => `Rechnung ${index + 1}.pdf`);
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, pdf(name)])));
  company.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change: withExtraSignedHeader });
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  await startBatch(paydesk, batchId);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Documents/ })
    .click();

  await expect(page.getByText('stopped: the upload links can’t be used')).toBeVisible();
  await expect(
    page.getByText('headers that Paydesk does not send: content-md5, x-amz-server-side-encryption.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume', exact: true }).first()).toBeVisible();
  await page.getByRole('radio', { name: /^Failed/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'Link requires content-md5' }).first();
  await row.click();
  await expect(page.getByText('Nothing was sent, and the file is fine.')).toBeVisible();
  await photograph(paydesk, 'upload-links-unusable');
  expect(company.simulator.calls().filter(({ route }) => route === 'upload')).toEqual([]);

  company.simulator.faults.clear();
  await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
  await expect(page.getByText('the upload links can’t be used')).toBeHidden();
});
