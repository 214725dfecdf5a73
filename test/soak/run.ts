/** @file Runs a day of eight simulated hours in Paydesk with a window, and measures it after each hour. */
import { join } from 'node:path';
import { wallets } from '../../src/main/practice/data/company.ts';
import { addBeneficiaries, startProgram } from '../bench/program.ts';
import { startStalls } from '../bench/program-functions.ts';
import type { StatementToStore } from '../bench/request-statement.ts';
import { writeSampleDocuments } from '../bench/sample-documents.ts';
import { startSimulator } from '../practice/simulator.ts';
import { type CompanyClock, Day, hoursOfDay } from './day.ts';
import { createSampler, type Sample } from './sample.ts';

/** The size of a soak, its folder, and a progress output. */
interface SoakOptions {
  /** Factor for the amount of work. */
  readonly scale: number;
  /** An empty folder. */
  readonly folder: string;
  say(text: string): void;
}

const documentBytes = 2_000;
const documentsPerFolder = 20;
/** Gives a month of a wallet about 2,000 rows. */
const transactionsPerDay = 100;

/** Returns `count` months of wallets that have ended, newest first. */
function statementsBefore(now: number, count: number): StatementToStore[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, index) => {
    const monthsBack = 1 + Math.floor(index / wallets.length);
    const day = (month: number, date: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
    const month = today.getUTCMonth() - monthsBack;
    return {
      walletId: wallets[index % wallets.length]?.id ?? 0,
      since: day(month, 1),
      till: day(month + 1, 0),
    };
  });
}

/** Yields a sample after each hour. Throws when work fails or the company notices a broken rule. */
export async function* runSoak({ scale, folder, say }: SoakOptions): AsyncGenerator<Sample> {
  const scaled = (count: number) => Math.max(hoursOfDay, Math.round(count * scale));
  const clock: CompanyClock = { movedMs: 0 };
  const company = await startSimulator({ time: () => Date.now() + clock.movedMs, transactionsPerDay });
  const documentCount = Math.max(scaled(20_000), hoursOfDay * documentsPerFolder);
  say(`Writing ${documentCount} documents`);
  const documents = await writeSampleDocuments(
    join(folder, 'documents'),
    documentCount,
    documentBytes,
    documentsPerFolder,
  );
  const work = {
    documents,
    references: company.exampleReferences(scaled(2_000)),
    statements: statementsBefore(Date.now(), scaled(200)),
    signIns: scaled(50),
  };
  {
    await using program = await startProgram({
      folder,
      company,
      windowless: false,
      movesTime: true,
      storageHosts: [new URL(company.storage).host],
    });
    await program.signIn();
    await addBeneficiaries(program, documents);
    await program.paydesk.evaluate(startStalls, null);
    const sampler = await createSampler(program, join(folder, 'data'));
    const day = new Day(program, work, clock, folder);
    for (let hour = 1; hour <= hoursOfDay; hour += 1) {
      const startedAt = performance.now();
      await day.work(hour);
      const sample = await sampler.take(hour);
      say(`Hour ${hour} took ${Math.round((performance.now() - startedAt) / 1_000)} s`);
      yield sample;
    }
  }
  await company.close();
}
