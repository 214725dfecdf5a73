/** @file Stored proofs of an older release: no proof looks paid until it is reread, even if Paydesk is interrupted. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extractionVersion } from '../../../../src/main/features/proofs/extraction/extraction.ts';
import { toProofRow } from '../../../../src/main/features/proofs/proof-index.ts';
import {
  type ProofMetadata,
  proofItemKind,
  proofMetadataSchema,
  proofTextItemKind,
} from '../../../../src/main/features/proofs/proof-metadata.ts';
import type { Library } from '../../../../src/main/storage/library/library.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createProofsFixture } from './proofs-fixture.ts';
import { answerProofs } from './support.ts';

type Fixture = Awaited<ReturnType<typeof createProofsFixture>>;
type ProofsRun = Awaited<ReturnType<Fixture['start']>>;

const crashingReader = new URL('crashing-reader.ts', import.meta.url);

const refusedPayment = (
  moreElements = '',
) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt>
  <TxInfAndSts><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>
  <OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">36.00</IntrBkSttlmAmt></OrgnlTxRef>${moreElements}</TxInfAndSts></FIToFIPmtStsRpt></Document>`;

/** Metadata as an earlier release wrote it: an amount without a status. */
function outdatedMetadata(metadata: ProofMetadata): object {
  const { version: _, ...reading } = metadata.reading;
  const facts = { amount: { currency: 'EUR', value: '36.00' }, valueDate: null, from: null, to: null };
  return { ...metadata, reading: { ...reading, notes: [], facts } };
}

const setAnswers = ({ simulator }: Fixture, pops: Readonly<Record<string, string>>) =>
  answerProofs(
    simulator,
    Object.fromEntries(Object.entries(pops).map(([reference, pop]) => [reference, { pop, type: 'A' }])),
  );

const listRows = ({ proofs }: Pick<ProofsRun, 'proofs'>) => proofs.index.entries.map(toProofRow);
const listOutdated = (run: ProofsRun) =>
  listRows(run)
    .filter(({ isOutdated }) => isOutdated)
    .map(({ reference }) => reference);

/** Fetches proofs, and leaves them as an earlier release stored them. */
async function storeOutdated(
  fixture: Fixture,
  pops: Readonly<Record<string, string>>,
  beforeClose?: (run: ProofsRun) => Promise<unknown>,
): Promise<void> {
  setAnswers(fixture, pops);
  const run = await fixture.start();
  await run.proofs.add(Object.keys(pops), false);
  await eventually(() =>
    expect(listRows(run).map(({ state }) => state)).toEqual(Object.keys(pops).map(() => 'saved')),
  );
  for (const { id, about } of await run.library.list(proofItemKind))
    await run.library.replaceMetadata(id, outdatedMetadata(proofMetadataSchema.parse(about)));
  await beforeClose?.(run);
  await run.close();
}

/** A fixture whose reader crashes, with the log of its faults. */
async function createCrashingFixture() {
  const fixture = await createProofsFixture();
  const faultLog = join(fixture.folder, 'faults.txt');
  await writeFile(faultLog, '');
  return {
    fixture,
    stuck: refusedPayment(`<x>STUCK READ ${faultLog} </x>`),
    dead: refusedPayment(`<x>DEAD READ ${faultLog} </x>`),
    startCrashing: () => fixture.start({ readerEntry: crashingReader }),
    untilFaults: (faults: string) =>
      eventually(async () => expect(await readFile(faultLog, 'utf8')).toBe(faults)),
  };
}

function versionOf(run: ProofsRun, reference: string) {
  const entry = run.proofs.index.entries.find((candidate) => candidate.reference === reference);
  const version = entry?.storedVersions[0]?.version;
  if (version === undefined) throw new Error('No version is stored');
  return version;
}

async function listReadingVersions(library: Library): Promise<number[]> {
  const entries = await library.list(proofItemKind);
  return entries.map(({ about }) => proofMetadataSchema.parse(about).reading.version);
}

test('a refused payment that an earlier release read as paid is reread at the start', async () => {
  const fixture = await createProofsFixture();
  await storeOutdated(fixture, {
    REFUSED: refusedPayment(),
    LONG: refusedPayment(`<x>${'words of the bank '.repeat(1_000)}</x>`),
    TEXT: 'some words',
  });

  const secondRun = await fixture.start();
  // No outdated proof shows an amount.
  for (const row of listRows(secondRun)) expect(row.isOutdated ? row.amount : null).toBe(null);
  await eventually(() => expect(listOutdated(secondRun)).toEqual([]));
  for (const row of listRows(secondRun).filter(({ reference }) => reference !== 'TEXT')) {
    expect(row).toMatchObject({ messageType: 'pacs.002', amountRole: 'original', versions: 1 });
    expect(row.status).toMatchObject({ standing: 'refused', reasons: ['AC04'] });
  }
  const findReferences = (search: string) =>
    secondRun.proofs.index.findMatching(null, search).map(({ reference }) => reference);
  expect(findReferences('refused closed')).toEqual(['REFUSED', 'LONG']);
  expect(findReferences('words of the bank')).toEqual(['LONG']);
  await secondRun.close();

  // The new facts are stored, and the proofs are not reread at the next start.
  const thirdRun = await fixture.start();
  expect(listOutdated(thirdRun)).toEqual([]);
  expect(await listReadingVersions(thirdRun.library)).toEqual(Array(3).fill(extractionVersion));
  expect(await thirdRun.library.list(proofTextItemKind)).toHaveLength(1);
  expect(thirdRun.proofs.index.findMatching(null, 'words of the bank')).toHaveLength(1);
});

test('an interrupted rereading continues at the next start with the remaining proofs', async () => {
  const { fixture, stuck, startCrashing, untilFaults } = await createCrashingFixture();
  await storeOutdated(fixture, { A: refusedPayment(), STUCK: stuck, C: refusedPayment() });

  const secondRun = await startCrashing();
  await untilFaults('STUCK\n');
  // A copy of the disk at this moment, as a power loss would leave it.
  const copy = join(fixture.folder, 'copy');
  await mkdir(copy);
  for (const name of await readdir(fixture.folder))
    if (name !== 'copy') await cp(join(fixture.folder, name), join(copy, name), { recursive: true });
  expect(listOutdated(secondRun)).toEqual(['STUCK', 'C']);
  // A proof that is not reread yet shows neither amount nor status, and is found by its reference and text.
  expect(listRows(secondRun)[1]).toMatchObject({
    isOutdated: true,
    amount: null,
    status: null,
    messageType: null,
  });
  for (const search of ['stuck', '36.00'])
    expect(secondRun.proofs.index.findMatching(null, search)).toContainEqual(
      expect.objectContaining({ reference: 'STUCK' }),
    );

  const thirdRun = await fixture.start({ dataFolder: copy });
  expect(await listReadingVersions(thirdRun.library)).toEqual(expect.arrayContaining([0, extractionVersion]));
  await eventually(() => expect(listOutdated(thirdRun)).toEqual([]));
  for (const row of listRows(thirdRun)) expect(row.status).toMatchObject({ standing: 'refused' });
});

test('rereading delays neither opening a proof nor fetching a proof nor quitting', async () => {
  const { fixture, stuck, startCrashing, untilFaults } = await createCrashingFixture();
  await storeOutdated(fixture, { STUCK: stuck, OTHER: refusedPayment() });

  const secondRun = await startCrashing();
  await untilFaults('STUCK\n');
  const { bytes } = await secondRun.repository.content(versionOf(secondRun, 'OTHER'), 'document');
  expect(bytes.length).toBeGreaterThan(0);
  setAnswers(fixture, { NEW: 'some words' });
  await secondRun.proofs.add(['NEW'], false);
  await eventually(() => expect(listRows(secondRun)[0]).toMatchObject({ reference: 'NEW', state: 'saved' }));
  await secondRun.close();
  await untilFaults('STUCK\n');
});

test('rereading waits while a proof is fetched, and continues once it is stored', async () => {
  const fixture = await createProofsFixture();
  await storeOutdated(fixture, { OLD: refusedPayment() }, ({ proofs }) => {
    fixture.simulator.faults.set('proof', { kind: 'hang' });
    return proofs.add(['SLOW'], false);
  });

  const secondRun = await fixture.start();
  // Opening a proof takes as long as rereading it: each starts a thread and reads the proof.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await secondRun.repository.content(versionOf(secondRun, 'OLD'), 'document');
  expect(listOutdated(secondRun)).toEqual(['OLD']);

  fixture.simulator.faults.clear();
  setAnswers(fixture, { SLOW: 'some words' });
  await eventually(() => expect(listRows(secondRun)[0]).toMatchObject({ reference: 'SLOW', state: 'saved' }));
  await eventually(() => expect(listOutdated(secondRun)).toEqual([]));
});

test('a proof that crashes the reader twice becomes unreadable, and the other proofs are reread', async () => {
  const { fixture, dead, startCrashing, untilFaults } = await createCrashingFixture();
  await storeOutdated(fixture, { DEAD: dead, OTHER: refusedPayment() });

  const secondRun = await startCrashing();
  await eventually(() =>
    expect(listRows(secondRun)[1]).toMatchObject({ isOutdated: false, messageType: 'pacs.002' }),
  );
  await untilFaults('DEAD\nDEAD\n');
  await secondRun.close();

  const thirdRun = await startCrashing();
  expect(listRows(thirdRun)[0]).toMatchObject({ kind: 'unreadable', isOutdated: false });
  await untilFaults('DEAD\nDEAD\n');
});
