import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkIban } from '../../../src/main/features/proofs/reading/identifier-checks.ts';
import { createTextPdf } from '../../../src/main/simulator/pdf.ts';
import { type ProofKind, proofKinds } from '../../../src/main/simulator/proof-kinds.ts';
import type { Simulator } from '../../../src/main/simulator/simulator.ts';
import { brokenRules, type Client, clientOf, open } from './support.ts';

const proofSchema = z.strictObject({ pop: z.string().min(1), type: z.string().min(1) });
const urlOf = (simulator: Simulator, reference: string) =>
  `${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/${reference}`;

async function proofOfKind(kind: ProofKind) {
  const simulator = await open();
  const client = await clientOf(simulator);
  const reference = simulator.exampleOfEachKind()[kind];
  const proof = await fetchProof(simulator, client, reference);
  expect(simulator.violations()).toEqual([]);
  return { reference, ...proof };
}

async function fetchProof(simulator: Simulator, client: Client, reference: string) {
  return proofSchema.parse((await client.get(urlOf(simulator, reference))).json());
}

describe('proofs of payment', () => {
  test('exist for every example reference and are the same in every practice company', async () => {
    const [simulator, otherSimulator] = [await open(), await open()];
    const [client, otherClient] = [await clientOf(simulator), await clientOf(otherSimulator)];
    const references = simulator.exampleReferences(40);
    expect(new Set(references).size).toBe(40);
    for (const reference of references) {
      expect(reference).toMatch(/^PC\d{13,14}$/);
      expect(await fetchProof(simulator, client, reference)).toEqual(
        await fetchProof(otherSimulator, otherClient, reference),
      );
    }
  });

  test('do not exist for unknown and future references, which get a 404 without a violation', async () => {
    const simulator = await open({ time: () => Date.parse('2026-03-02T10:00:00Z') });
    const client = await clientOf(simulator);
    const [today = ''] = simulator.exampleReferences(1);
    expect(today).toContain('260302');
    const tomorrow = today.replace('260302', '260303');
    for (const reference of ['X', 'PC9999260105001', 'PC1001261305001', 'PC1001260105999', '%2F', tomorrow]) {
      expect((await client.get(urlOf(simulator, reference))).status).toBe(404);
    }
    expect(simulator.violations()).toEqual([]);
  });

  test('are refused with 400 and a violation when the request has a query', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    expect((await client.get(`${urlOf(simulator, 'X')}?a=1`)).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['query']);
  });

  test('have a different type for each kind', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const examples = Object.values(simulator.exampleOfEachKind());
    const types = new Set<string>();
    for (const reference of examples) types.add((await fetchProof(simulator, client, reference)).type);
    expect(types.size).toBe(proofKinds.length);
  });

  test('of the kind `pdf` are a base64 PDF with a valid cross-reference table', async () => {
    const { pop } = await proofOfKind('pdf');
    const text = Buffer.from(pop, 'base64').toString('latin1');
    expect(Buffer.from(pop, 'base64').toString('base64')).toBe(pop);
    expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
    const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
    expect(text.slice(table, table + 4)).toBe('xref');
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets.length).toBeGreaterThan(4);
    offsets.forEach((offset, index) => {
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    });
  });

  test('name every payee in letters that PDF and SWIFT support', async () => {
    const simulator = await open({ time: () => Date.parse('2026-03-02T10:00:00Z') });
    const client = await clientOf(simulator);
    const proofs = await Promise.all(
      simulator.exampleReferences(200).map((reference) => fetchProof(simulator, client, reference)),
    );
    const payees = proofs.flatMap(({ pop }) => {
      const text = Buffer.from(pop, 'base64').toString('latin1');
      return /Paid to {8}(.*)\) Tj/.exec(text)?.slice(1) ?? [];
    });
    expect(payees.length).toBeGreaterThan(10);
    expect(payees.filter((payee) => payee.includes('?'))).toEqual([]);
    const towns = proofs.flatMap(({ pop }) => /\r\n:59:.*\r\n.*\r\n(.*)\r\n/.exec(pop)?.slice(1) ?? []);
    expect(towns.length).toBeGreaterThan(10);
    expect(towns.filter((town) => !/^[A-Z][A-Z -]* [A-Z]{2}$/.test(town))).toEqual([]);
    expect(towns).not.toContain('PRZYK ADOWO PL');
    expect(createTextPdf(['Škoda, Przykładowo']).toString('latin1')).toContain('(Skoda, Przykladowo)');
  });

  test('of the kind `png` are a base64 PNG with valid checksums and pixels', async () => {
    const { pop } = await proofOfKind('png');
    const bytes = Buffer.from(pop, 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const types: string[] = [];
    let pixels = 0;
    for (let offset = 8; offset < bytes.length; ) {
      const length = bytes.readUInt32BE(offset);
      const typeAndData = bytes.subarray(offset + 4, offset + 8 + length);
      expect(bytes.readUInt32BE(offset + 8 + length)).toBe(crc32(typeAndData));
      const type = typeAndData.subarray(0, 4).toString();
      types.push(type);
      if (type === 'IDAT') pixels = inflateSync(typeAndData.subarray(4)).length;
      offset += length + 12;
    }
    expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(pixels).toBe(bytes.readUInt32BE(20) * (bytes.readUInt32BE(16) + 1));
  });

  test('of the kind `mt103` are an MT103 with consistent amounts', async () => {
    const { pop, reference } = await proofOfKind('mt103');
    expect(pop).toMatch(/^\{1:F01[\s\S]*\{4:\r\n:20:[\s\S]*\r\n-\}$/);
    expect(pop).toContain(`:20:${reference}\r\n`);
    const amount = (tag: string) =>
      Number((new RegExp(`:${tag}:\\d{0,6}[A-Z]{3}([\\d,]+)`).exec(pop)?.[1] ?? '0').replace(',', '.'));
    expect(amount('33B') - amount('71F')).toBeCloseTo(amount('32A'), 3);
    for (const line of pop.split('\r\n').slice(1)) expect(line.length).toBeLessThanOrEqual(50);
  });

  test('of the kind `pacs008` are a pacs.008 with the reference and escaped text', async () => {
    const { pop, reference } = await proofOfKind('pacs008');
    expect(pop).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"');
    expect(pop).toContain(`<EndToEndId>${reference}</EndToEndId>`);
    expect(pop).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  });

  test('of the kinds `json`, `text` and `url` are JSON, a text and a URL with the reference', async () => {
    const json = await proofOfKind('json');
    expect(JSON.parse(json.pop)).toMatchObject({ reference: json.reference, status: 'COMPLETED' });
    const text = await proofOfKind('text');
    expect(text.pop).toContain(`Reference      ${text.reference}`);
    const url = await proofOfKind('url');
    expect(url.pop).toBe(`https://proofs.practice.example/${url.reference}`);
  });

  test('name only accounts with an unused bank code and valid check digits', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    let accounts = 0;
    for (const reference of simulator.exampleReferences(60)) {
      const { pop } = await fetchProof(simulator, client, reference);
      for (const [account] of pop.matchAll(/\b[A-Z]{2}\d{2}[A-Z\d]{11,30}\b/g)) {
        if (account.startsWith('PC')) continue;
        accounts += 1;
        expect(account.slice(4)).toMatch(/^(?:0000|PRAC)/);
        expect(checkIban(account)).toBeNull();
      }
    }
    expect(accounts).toBeGreaterThan(20);
  });
});
