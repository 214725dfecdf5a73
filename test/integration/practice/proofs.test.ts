import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkIban } from '../../../src/main/features/proofs/extraction/identifier-checks.ts';
import { createTextPdf } from '../../../src/main/practice/data/pdf.ts';
import type { Simulator } from '../../practice/simulator.ts';
import { type Client, clientOf, open } from './support.ts';

const proofSchema = z.strictObject({ pop: z.string().min(1), type: z.string().min(1) });
const urlOf = (simulator: Simulator, reference: string) =>
  `${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/${reference}`;

async function fetchProof(simulator: Simulator, client: Client, reference: string) {
  return proofSchema.parse((await client.get(urlOf(simulator, reference))).json());
}

describe('proofs of payment', () => {
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
