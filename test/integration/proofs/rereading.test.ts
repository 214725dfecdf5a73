/** @file Stored proofs of an older release: none looks paid until it is reread, even if Paydesk is interrupted. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toProofRow } from '../../../src/main/features/proofs/proof-index.ts';
import {
  type ProofMetadata,
  proofItemKind,
  proofMetadataSchema,
  proofTextItemKind,
} from '../../../src/main/features/proofs/proof-metadata.ts';
import { readingVersion } from '../../../src/main/features/proofs/reading/reading.ts';
import type { Library } from '../../../src/main/library/library.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createProofsFixture } from './proofs-fixture.ts';

type Fixture = Awaited<ReturnType<typeof createProofsFixture>>;
type Started = Awaited<ReturnType<Fixture['start']>>;

const crashingReader = new URL('crashing-reader.ts', import.meta.url);

const refused = (
  more = '',
) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt>
  <TxInfAndSts><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>
  <OrgnlTxRef><IntrBkSttlmAmt Ccy="EUR">36.00</IntrBkSttlmAmt></OrgnlTxRef>${more}</TxInfAndSts></FIToFIPmtStsRpt></Document>`;

/** Metadata as an earlier release wrote it: an amount without a status. */
function outdatedMetadata(about: ProofMetadata): object {
  const { version: _, ...reading } = about.reading;
  const facts = { amount: { currency: 'EUR', value: '36.00' }, valueDate: null, from: null, to: null };
  return { ...about, reading: { ...reading, notes: [], facts } };
}

async function makeOutdated(library: Library): Promise<void> {
  for (const { id, about } of await library.list(proofItemKind))
    await library.replaceMetadata(id, outdatedMetadata(proofMetadataSchema.parse(about)));
}

function answer(fixture: Fixture, pops: Readonly<Record<string, string>>): void {
  const faults = Object.entries(pops).map(([reference, pop]) => ({
    kind: 'status' as const,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pop, type: 'A' }),
    when: ({ path }: { path: string }) => path.endsWith(`/${reference}`),
  }));
  fixture.simulator.faults.set('proof', ...faults);
}

const rows = ({ proofs }: Pick<Started, 'proofs'>) => proofs.index.entries.map(toProofRow);
const outdated = (started: Started) =>
  rows(started)
    .filter(({ isOutdated }) => isOutdated)
    .map(({ reference }) => reference);

async function fetchAll(fixture: Fixture, pops: Readonly<Record<string, string>>): Promise<Started> {
  answer(fixture, pops);
  const started = await fixture.start();
  await started.proofs.add(Object.keys(pops), false);
  await eventually(() =>
    expect(rows(started).map(({ state }) => state)).toEqual(Object.keys(pops).map(() => 'saved')),
  );
  return started;
}

async function versionsIn(library: Library): Promise<number[]> {
  const entries = await library.list(proofItemKind);
  return entries.map(({ about }) => proofMetadataSchema.parse(about).reading.version);
}

test('a refused payment that an earlier release read as paid is reread at the start', async () => {
  const fixture = await createProofsFixture();
  const long = 'words of the bank '.repeat(1_000);
  const first = await fetchAll(fixture, {
    REFUSED: refused(),
    LONG: refused(`<x>${long}</x>`),
    TEXT: 'some words',
  });
  await makeOutdated(first.library);
  await first.close();

  const second = await fixture.start();
  // No outdated proof shows an amount.
  for (const row of rows(second)) expect(row.isOutdated ? row.amount : null).toBe(null);
  await eventually(() => expect(outdated(second)).toEqual([]));
  for (const row of rows(second).filter(({ reference }) => reference !== 'TEXT')) {
    expect(row).toMatchObject({ messageType: 'pacs.002', amountRole: 'original', versions: 1 });
    expect(row.status).toMatchObject({ standing: 'refused', reasons: ['AC04'] });
  }
  const found = (search: string) =>
    second.proofs.index.findMatching(null, search).map(({ reference }) => reference);
  expect(found('refused closed')).toEqual(['REFUSED', 'LONG']);
  expect(found('words of the bank')).toEqual(['LONG']);
  await second.close();

  // The result is stored, and the proofs are not read again.
  const third = await fixture.start();
  expect(outdated(third)).toEqual([]);
  expect(await versionsIn(third.library)).toEqual([readingVersion, readingVersion, readingVersion]);
  expect(await third.library.list(proofTextItemKind)).toHaveLength(1);
  expect(third.proofs.index.findMatching(null, 'words of the bank')).toHaveLength(1);
});

test('a proof shows neither amount nor status until it is reread, and is found by its reference', async () => {
  const fixture = await createProofsFixture();
  const marker = join(fixture.folder, 'ends.txt');
  await writeFile(marker, '');
  const first = await fetchAll(fixture, { REFUSED: refused(`<x>STUCK READ ${marker} </x>`) });
  await makeOutdated(first.library);
  await first.close();

  const second = await fixture.start({ readerEntry: crashingReader });
  await eventually(async () => expect(await readFile(marker, 'utf8')).toBe('STUCK\n'));
  expect(rows(second)).toMatchObject([{ isOutdated: true, amount: null, status: null, messageType: null }]);
  expect(second.proofs.index.findMatching(null, 'refused')).toHaveLength(1);
  expect(second.proofs.index.findMatching(null, '36.00')).toHaveLength(1);
});

test('an interrupted rereading continues at the next start with the remaining proofs', async () => {
  const fixture = await createProofsFixture();
  const marker = join(fixture.folder, 'ends.txt');
  await writeFile(marker, '');
  const pops = {
    A: refused(),
    B: refused(),
    STUCK: refused(`<x>STUCK READ ${marker} </x>`),
    C: refused(),
    D: refused(),
  };
  const first = await fetchAll(fixture, pops);
  await makeOutdated(first.library);
  await first.close();

  const second = await fixture.start({ readerEntry: crashingReader });
  await eventually(async () => expect(await readFile(marker, 'utf8')).toBe('STUCK\n'));
  // A copy of the disk at this moment, as a power loss would leave it.
  const copy = join(fixture.folder, 'copy');
  await mkdir(copy);
  for (const name of await readdir(fixture.folder))
    if (name !== 'copy') await cp(join(fixture.folder, name), join(copy, name), { recursive: true });
  expect(outdated(second)).toEqual(['STUCK', 'C', 'D']);

  const third = await fixture.start({ dataFolder: copy });
  expect(await versionsIn(third.library)).toEqual(expect.arrayContaining([0, readingVersion]));
  await eventually(() => expect(outdated(third)).toEqual([]));
  for (const row of rows(third)) expect(row.status).toMatchObject({ standing: 'refused' });
});

test('rereading delays neither opening, nor fetching, nor quitting', async () => {
  const fixture = await createProofsFixture();
  const marker = join(fixture.folder, 'ends.txt');
  await writeFile(marker, '');
  const pops = { STUCK: refused(`<x>STUCK READ ${marker} </x>`), OTHER: refused() };
  const first = await fetchAll(fixture, pops);
  await makeOutdated(first.library);
  await first.close();

  const second = await fixture.start({ readerEntry: crashingReader });
  await eventually(async () => expect(await readFile(marker, 'utf8')).toBe('STUCK\n'));
  const [entry] = second.proofs.index.entries.filter(({ reference }) => reference === 'OTHER');
  const version = entry?.storedProofs[0]?.version;
  if (version === undefined) throw new Error('No version is stored');
  expect((await second.repository.content(version, 'document')).bytes.length).toBeGreaterThan(0);
  answer(fixture, { NEW: 'some words' });
  await second.proofs.add(['NEW'], false);
  await eventually(() => expect(rows(second)[0]).toMatchObject({ reference: 'NEW', state: 'saved' }));
  await second.close();
  expect(await readFile(marker, 'utf8')).toBe('STUCK\n');
});

test('rereading waits while a proof is fetched, and continues once it is stored', async () => {
  const fixture = await createProofsFixture();
  const first = await fetchAll(fixture, { OLD: refused() });
  await makeOutdated(first.library);
  fixture.simulator.faults.set('proof', { kind: 'hang' });
  await first.proofs.add(['SLOW'], false);
  await first.close();

  const second = await fixture.start();
  const [entry] = second.proofs.index.entries.filter(({ reference }) => reference === 'OLD');
  const version = entry?.storedProofs[0]?.version;
  if (version === undefined) throw new Error('No version is stored');
  // Opening a proof takes as long as rereading it: each starts a thread and reads the proof.
  for (let turn = 0; turn < 20; turn += 1) await second.repository.content(version, 'document');
  expect(outdated(second)).toEqual(['OLD']);

  fixture.simulator.faults.clear();
  answer(fixture, { SLOW: 'some words' });
  await eventually(() => expect(rows(second)[0]).toMatchObject({ reference: 'SLOW', state: 'saved' }));
  await eventually(() => expect(outdated(second)).toEqual([]));
});

test('a proof that crashes the reader twice becomes unreadable, and the others are reread', async () => {
  const fixture = await createProofsFixture();
  const marker = join(fixture.folder, 'ends.txt');
  await writeFile(marker, '');
  const first = await fetchAll(fixture, { DEAD: refused(`<x>DEAD READ ${marker} </x>`), OTHER: refused() });
  await makeOutdated(first.library);
  await first.close();

  const second = await fixture.start({ readerEntry: crashingReader });
  await eventually(() =>
    expect(rows(second)[1]).toMatchObject({ isOutdated: false, messageType: 'pacs.002' }),
  );
  expect(await readFile(marker, 'utf8')).toBe('DEAD\nDEAD\n');
  await second.close();

  const third = await fixture.start({ readerEntry: crashingReader });
  expect(rows(third)[0]).toMatchObject({ kind: 'unreadable', isOutdated: false });
  expect(await readFile(marker, 'utf8')).toBe('DEAD\nDEAD\n');
});
