/** @file Proofs with active content, such as scripts and links to other hosts. */
import type { Page } from '@playwright/test';
import { signIn, test } from '../company.ts';
import { expect } from '../fixture.ts';
import { faultsServing, fetchReferences, openProof, openProofs } from './proofs-screen.ts';

test.setTimeout(300_000);

const script = 'window.hacked = true; fetch("https://evil.example/beacon")';
const scriptedPdf = [
  '%PDF-1.7',
  '1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/AA<</O<</S/URI/URI(https://evil.example/pdf)>>>>>>endobj',
  'trailer<</Root 1 0 R>>',
].join('\n');

/** Samples that each try to run code or to reach a host. */
const hostileProofs: Readonly<Record<string, { pop: unknown; type: string }>> = {
  'svg-script': {
    pop: `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" onload="${script.replaceAll('"', "'")}"><script>${script}</script><image href="https://evil.example/a.png" width="9" height="9"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example/b.png"/></body></foreignObject><style>@import "https://evil.example/c.css";</style></svg>`,
    type: 'IMAGE',
  },
  'html-page': {
    pop: `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=https://evil.example/"></head><body onload="${script.replaceAll('"', "'")}"><script>${script}</script><img src="https://evil.example/d.png"><iframe src="https://evil.example/e"></iframe></body></html>`,
    type: '<img src=x onerror=alert(1)>',
  },
  'pdf-script': { pop: Buffer.from(scriptedPdf).toString('base64'), type: 'PDF' },
  'pdf-broken': { pop: Buffer.from('%PDF-1.7\n1 0 obj\n<<').toString('base64'), type: 'PDF' },
  'xml-bomb': {
    pop: '<!DOCTYPE a [<!ENTITY x SYSTEM "https://evil.example/x"><!ENTITY y "&x;&x;">]><a>&y;</a>',
    type: 'ISO20022',
  },
  'json-page': { pop: { __proto__: null, html: `<script>${script}</script>` }, type: 'JSON' },
  'data-page': { pop: `data:text/html,<script>${encodeURIComponent(script)}</script>`, type: 'X' },
  'script-link': { pop: 'javascript:alert(1)', type: 'WIRE' },
};

/** Waits two frames, so that active content would have started. */
async function waitTwoFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 2; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

test('proofs with active content neither run nor load anything', async ({ paydesk, company }) => {
  company.simulator.faults.set('proof', ...faultsServing(hostileProofs));
  await signIn(paydesk, company);
  const { page } = paydesk;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  let dialogCount = 0;
  page.on('dialog', (dialog) => {
    dialogCount += 1;
    void dialog.dismiss();
  });
  await openProofs(page);
  const references = Object.keys(hostileProofs);
  await fetchReferences(page, references);
  for (const reference of references) {
    await openProof(page, reference);
    await expect(page.getByRole('status', { name: 'Opening proof' })).toBeHidden();
    await waitTwoFrames(page);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
  expect(dialogCount).toBe(0);
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
  expect(paydesk.blockedRequests()).toEqual([]);
  // A proof in an image element is a separate document, so no element of the samples is in the window's document.
  expect(await page.locator('svg[onload], iframe, meta[http-equiv="refresh"]').count()).toBe(0);
  await openProof(page, 'html-page');
  await expect(page.getByRole('region', { name: 'Raw text' })).toContainText('http-equiv="refresh"');
});
