import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { pdf, svg } from '../../../fakes/files/files.ts';
import { closeComputer, openProofProfile } from './support.ts';

afterAll(closeComputer);

const entityBomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(50)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${'&b;'.repeat(10)}">`).join('')}]><a>&b8;</a>`;

test('every invalid pop gets a final state, and its received text is returned byte for byte', async () => {
  const testApp = await openProofProfile();
  const answers = {
    empty: { pop: '', type: 'A' },
    null: { pop: null, type: 'A' },
    missing: { type: 'A' },
    number: { pop: 1234567.5, type: 'A' },
    object: { pop: { amount: '1.00', currency: 'EUR' }, type: 'A' },
    untyped: { pop: 'some words' },
    typed: { pop: 'some words', type: 'x'.repeat(10_000) },
    entityBomb: { pop: entityBomb, type: 'A' },
    deep: { pop: '<a>'.repeat(100_000), type: 'A' },
    garbage: {
      pop: Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 73) % 256)).toString('base64'),
      type: 'PDF',
    },
    broken: { pop: Buffer.from('%PDF-1.7\n1 0 obj\n<<').toString('base64'), type: 'A' },
    control: { pop: 'a\u0000b\u202ec\ud83d', type: 'A' },
    cut: { pop: '{1:F01X}{4:\r\n:20:A\r\n:32A:261014EUR1', type: 'A' },
  };
  testApp.answer(answers);
  const references = Object.keys(answers);
  await testApp.settle(references);
  const proofs = Object.fromEntries(
    await Promise.all(references.map(async (name) => [name, await testApp.newest(name)] as const)),
  );
  const kinds = Object.fromEntries(Object.entries(proofs).map(([name, { kind }]) => [name, kind]));
  expect(kinds).toEqual({
    empty: 'empty',
    null: 'empty',
    missing: 'empty',
    number: 'json',
    object: 'json',
    untyped: 'text',
    typed: 'text',
    entityBomb: 'xml',
    deep: 'xml',
    garbage: 'text',
    broken: 'pdf',
    control: 'text',
    cut: 'mt103',
  });
  expect(proofs['entityBomb']?.notes).toContain('doctype');
  expect(proofs['deep']?.notes).toContain('xml-broken');
  expect(proofs['broken']?.notes).toContain('pdf-broken');
  expect(proofs['cut']?.notes).toContain('cut-off');
  expect(proofs['untyped']?.notes).toContain('type-missing');
  expect(proofs['typed']?.type).toHaveLength(200);
  expect((await testApp.content('garbage', 'received')).bytes.toString()).toBe(answers.garbage.pop);
  expect(proofs['entityBomb']?.sha256).toBe(
    createHash('sha256').update(JSON.stringify(answers.entityBomb)).digest('hex'),
  );
});

test('a pop that is no text is returned byte for byte, shown and saved', async () => {
  const testApp = await openProofProfile();
  const pops = {
    number: '1.00',
    digits: '12345678901234567890',
    boolean: 'true',
    object:
      '{"amount" : 123456789012345.670,\r\n\t"currency":"EUR", "creditor":{"name":"M\\u00fcller, {\\"pop\\":1}"}, "date":"2026-01-05T10:00", "id":2}',
    array: '[ 1.0, {"currency":"EUR"},[]\n]',
  };
  testApp.answer(
    Object.fromEntries(
      Object.entries(pops).map(([reference, pop]) => [
        reference,
        ` {"type":"A", "pop": "no", "other":{"pop":7},\n"pop"\t:\n${pop} } `,
      ]),
    ),
  );
  await testApp.settle(Object.keys(pops));
  for (const [reference, pop] of Object.entries(pops)) {
    expect(await testApp.newest(reference)).toMatchObject({
      kind: 'json',
      receivedBytes: Buffer.byteLength(pop),
    });
    expect((await testApp.content(reference, 'received')).bytes.toString()).toBe(pop);
    expect((await testApp.content(reference, 'document')).bytes.toString()).toBe(pop);
  }
});

test('a large proof is fetched completely', async () => {
  const testApp = await openProofProfile();
  const largePdf = pdf('large', 7_000_000);
  testApp.answer({ LARGE: { pop: largePdf.toString('base64'), type: 'A' } });
  await testApp.settle(['LARGE']);
  expect(await testApp.newest('LARGE')).toMatchObject({ kind: 'pdf', contentBytes: largePdf.length });
  const { bytes, mediaType } = await testApp.content('LARGE', 'document');
  expect(mediaType).toBe('application/pdf');
  expect(bytes.equals(largePdf)).toBe(true);
});

test('markup is never served to the window with a media type that would run its scripts', async () => {
  const testApp = await openProofProfile();
  testApp.answer({
    page: { pop: '<!doctype html><script>1</script>', type: 'A' },
    drawing: { pop: svg('x').toString(), type: 'A' },
    xml: { pop: '<a/>', type: 'text/html' },
  });
  await testApp.settle(['page', 'drawing', 'xml']);
  expect((await testApp.content('page', 'document')).mediaType).toBe('text/plain; charset=utf-8');
  expect((await testApp.content('xml', 'document')).mediaType).toBe('text/plain; charset=utf-8');
  expect((await testApp.content('drawing', 'document')).mediaType).toBe('image/svg+xml');
});

const longText = 'x'.repeat(1_500_000);
const namespace = 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08';

test('a proof with a field of 1.5 MB has short facts and keeps its received text', async () => {
  const testApp = await openProofProfile();
  const pops = {
    iso: `<Document xmlns="${namespace}"><FIToFICstmrCdtTrf><CdtTrfTxInf><Dbtr><Nm>${longText}</Nm></Dbtr><Cdtr><Nm>${longText}</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`,
    mt103: `{1:F01BANKDEFFXXXX0000000000}{4:\r\n:20:A\r\n:50K:${longText}\r\n:59:${longText}\r\n-}`,
    url: `https://portal.example/${longText}`,
  };
  testApp.answer(Object.fromEntries(Object.entries(pops).map(([name, pop]) => [name, { pop, type: 'A' }])));
  await testApp.settle(Object.keys(pops));
  for (const [reference, pop] of Object.entries(pops)) {
    const { facts, link } = await testApp.newest(reference);
    expect(JSON.stringify([facts, link]).length).toBeLessThan(2_000);
    expect((await testApp.content(reference, 'received')).bytes.toString()).toBe(pop);
  }
});
