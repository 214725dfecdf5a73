import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '../../../src/main/simulator/simulator.ts';
import { brokenRules, call, clientOf, linksFor, open } from './support.ts';

const urlOf = (simulator: Simulator) => `${simulator.hosts.beneficiary}/uploadDocuments`;

describe('upload links', () => {
  test('are unique, in the order of the files, with link and url on the storage host', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const items = await linksFor(simulator, client, 'a.pdf', 'b.JPG', 'c.jpeg', 'd.png', 'Ä Ö (1).svg');
    expect(items).toHaveLength(5);
    expect(new Set(items.flatMap(({ link, url, key }) => [link, url, key])).size).toBe(15);
    for (const { link, url } of items) {
      expect(link.startsWith(`${simulator.storage}/`)).toBe(true);
      expect(url.startsWith(`${simulator.storage}/`)).toBe(true);
    }
    expect(items.map(({ key }) => key.split('.').at(-1))).toEqual(['pdf', 'jpg', 'jpeg', 'png', 'svg']);
    expect(simulator.state.linksIssued).toBe(5);
    expect(simulator.violations()).toEqual([]);
  });

  test('state a validity of 15 minutes', async () => {
    const simulator = await open({ time: () => Date.parse('2026-01-05T08:00:00Z') });
    const client = await clientOf(simulator);
    const [item] = await linksFor(simulator, client, 'a.pdf');
    const query = new URL(item?.link ?? '').searchParams;
    expect(query.get('X-Amz-Date')).toBe('20260105T080000Z');
    expect(query.get('X-Amz-Expires')).toBe('900');
  });

  test('are issued for a declared MIME type that differs from the type of the extension', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const body = [{ fileName: 'a.pdf', fileType: 'application/octet-stream' }];
    expect((await client.send('POST', urlOf(simulator), body)).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['an array in an object', { items: [{ fileName: 'a.pdf' }] }, 'body'],
    ['an empty array', [], 'body'],
    ['no file name', [{ fileType: 'application/pdf' }], 'body'],
    ['an additional field', [{ fileName: 'a.pdf', size: 1 }], 'body'],
    ['a type that is not text', [{ fileName: 'a.pdf', fileType: null }], 'body'],
    ['a type that is not a MIME type', [{ fileName: 'a.pdf', fileType: 'pdf' }], 'file-type'],
    ['another extension', [{ fileName: 'a.docx' }], 'file-extension'],
    ['no extension', [{ fileName: 'pdf' }], 'file-extension'],
    ['a second extension', [{ fileName: 'a.pdf.exe' }], 'file-extension'],
    ['one bad name among good ones', [{ fileName: 'a.pdf' }, { fileName: 'b.gif' }], 'file-extension'],
    ['a path', [{ fileName: 'x/a.pdf' }], 'file-name'],
    ['a Windows path', [{ fileName: 'C:\\a.pdf' }], 'file-name'],
  ])('are refused for %s', async (_, body, rule) => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const reply = await client.send('POST', urlOf(simulator), body);
    expect(reply.status).toBe(400);
    expect(brokenRules(simulator)).toEqual([rule]);
    expect(simulator.state.linksIssued).toBe(0);
  });

  test('are refused for more files than the option allows', async () => {
    const simulator = await open({ maxItems: 2 });
    const client = await clientOf(simulator);
    const body = [1, 2, 3].map((number) => ({ fileName: `${number}.pdf` }));
    expect((await client.send('POST', urlOf(simulator), body)).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['body']);
  });

  test('are refused without a JSON content type', async () => {
    const simulator = await open();
    const { headers } = await clientOf(simulator);
    const request = { method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body: '[]' };
    expect((await call(urlOf(simulator), request)).status).toBe(415);
    expect(brokenRules(simulator)).toEqual(['header']);
  });

  test('are refused when the query names another company, an unknown parameter or the company twice', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const body = [{ fileName: 'a.pdf' }];
    const reply = await client.send('POST', `${urlOf(simulator)}?companyId=${simulator.companyId}`, body);
    expect(reply.status).toBe(200);
    expect(simulator.violations()).toEqual([]);
    expect((await client.send('POST', `${urlOf(simulator)}?companyId=other`, body)).status).toBe(400);
    expect((await client.send('POST', `${urlOf(simulator)}?other=1`, body)).status).toBe(400);
    const twice = `${urlOf(simulator)}?companyId=${simulator.companyId}&companyId=${simulator.companyId}`;
    expect((await client.send('POST', twice, body)).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['company', 'query', 'query']);
  });

  test('are refused when the query names the company and the option `violation` is set', async () => {
    const simulator = await open({ companyIdQuery: 'violation' });
    const client = await clientOf(simulator);
    const url = `${urlOf(simulator)}?companyId=${simulator.companyId}`;
    expect((await client.send('POST', url, [{ fileName: 'a.pdf' }])).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['company']);
  });

  test('have exactly the fields of the specification', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const reply = await client.send('POST', urlOf(simulator), [{ fileName: 'a.pdf' }]);
    const item = z.strictObject({ link: z.string(), url: z.string(), key: z.string() });
    expect(z.strictObject({ items: z.tuple([item]) }).safeParse(reply.json()).success).toBe(true);
  });
});
