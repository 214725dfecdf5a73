/** @file Paydesk signed in to a practice company with configurable proofs, of a test or shared by the tests of a file. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import type { ProofRow, ProofVersion } from '../../../../src/shared/model/proofs/proof.ts';
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../../practice/simulator.ts';

/** A response of the service: an object that is sent as JSON, or a raw text. */
type ProofAnswer = { readonly pop?: unknown; readonly type?: unknown } | string;

/** Sets the responses by reference; other references get the default response. */
export function answerProofs(simulator: Simulator, answers: Readonly<Record<string, ProofAnswer>>): void {
  const faults = Object.entries(answers).map(([reference, answer]) => ({
    kind: 'status' as const,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: typeof answer === 'string' ? answer : JSON.stringify(answer),
    when: ({ path }: { path: string }) => path.endsWith(`/${encodeURIComponent(reference)}`),
  }));
  simulator.faults.set('proof', ...faults);
}

/** Paydesk, signed in to the profile of a test. */
export interface ProofTestApp extends TestApp {
  readonly simulator: Simulator;
  /** An empty folder for the files of the clerk. */
  readonly folder: string;
  /** Signs in to the profile of the test. */
  signIn(): Promise<unknown>;
  /** Closes Paydesk and starts it again; `whileClosed` runs in between. */
  restart(whileClosed?: () => Promise<void>): Promise<void>;
  answer(answers: Readonly<Record<string, ProofAnswer>>): void;
  /** Fetches references and waits until all have a final state. */
  settle(references: readonly string[], refresh?: boolean): Promise<void>;
  untilSettled(): Promise<unknown>;
  rows(search?: string): Promise<ProofRow[]>;
  /** Returns the row of a reference; fails when it is not listed. */
  row(reference: string): Promise<ProofRow>;
  /** Returns the newest stored version of a proof. */
  newest(reference: string): Promise<ProofVersion>;
  /** Content of a proof as the window loads it. */
  content(
    reference: string,
    form: 'document' | 'received' | 'read',
  ): Promise<{ bytes: Buffer; mediaType: string }>;
}

interface ComputerOptions {
  /** Replaces the entry of the proof reader's thread. */
  readonly proofReaderEntry?: URL;
}

const profileIds = Array.from({ length: 20 }, (_, index) => `profile-${index + 1}`);

async function startComputer(platform: FakePlatform, options: ComputerOptions = {}) {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const start = () =>
    startTestApp({
      dataFolder: folder.path,
      managed: { profiles: profileIds.map((id) => ({ ...profileOf(simulator), id, name: id })) },
      platform,
      ...options,
    });
  let testApp = await start();
  return {
    simulator,
    freeProfiles: [...profileIds],
    testApp: () => testApp,
    async restart(whileClosed?: () => Promise<void>) {
      await testApp.close();
      await whileClosed?.();
      testApp = await start();
    },
    async close() {
      simulator.faults.clear();
      await testApp.close();
      await simulator.close();
      await folder.remove();
    },
  };
}

type Computer = Awaited<ReturnType<typeof startComputer>>;

let computerOfFile: Promise<Computer> | null = null;

/** Closes the Paydesk of {@link openProofProfile}. Each file that uses one calls this after its tests. */
export async function closeComputer(): Promise<void> {
  const computer = await computerOfFile;
  computerOfFile = null;
  await computer?.close();
}

/**
 * Opens a profile without proofs in the Paydesk that the tests of a file share, with a keychain that works. The options of
 * the first call count.
 */
export async function openProofProfile({
  clock,
  ...options
}: ComputerOptions & { readonly clock?: Clock } = {}): Promise<ProofTestApp> {
  computerOfFile ??= startComputer(
    { ...createFakePlatform(clock), processes: createFakeKeychain() },
    options,
  );
  const testApp = await openProfile(await computerOfFile);
  onTestFinished(async () => {
    testApp.simulator.faults.clear();
    await testApp.call('session.signOut', { forgetKey: false });
  });
  return testApp;
}

/** Starts a Paydesk, which is closed at the end of the test. */
export async function startProofTestApp(): Promise<ProofTestApp> {
  const computer = await startComputer(createFakePlatform());
  onTestFinished(computer.close);
  return openProfile(computer);
}

async function openProfile({ simulator, freeProfiles, testApp, restart }: Computer): Promise<ProofTestApp> {
  const { platform, dataFolder } = testApp();
  const profileId = freeProfiles.shift();
  if (profileId === undefined) throw new Error('Every profile of the file is used');
  const folder = join(dataFolder, `files-${profileId}`);
  await mkdir(folder);
  simulator.faults.clear();
  Object.assign(platform.answers, createFakePlatform().answers);
  for (const list of [platform.seen.questions, platform.seen.choices, platform.seen.opened]) list.length = 0;
  const call: TestApp['call'] = (name, args) => testApp().call(name, args);
  const until: TestApp['until'] = (name, fits) => testApp().until(name, fits);
  const { apiKey } = simulator.credentials;
  const signIn = () => call('session.signIn', { profileId, apiKey, keep: 'session' });
  await signIn();

  async function rows(search = '') {
    return (await call('proofs.list', { offset: 0, limit: 200, state: null, search })).rows;
  }
  async function row(reference: string) {
    const proof = (await rows()).find((proofRow) => proofRow.reference === reference);
    if (proof === undefined) throw new Error(`${reference} is not in the list`);
    return proof;
  }
  const untilSettled = () => until('proofs', ({ running, total }) => running === null && total > 0);
  return {
    ...testApp(),
    get app() {
      return testApp().app;
    },
    call,
    until,
    topic: (name) => testApp().topic(name),
    close: () => testApp().close(),
    simulator,
    folder,
    signIn,
    async restart(whileClosed) {
      await restart(whileClosed);
      await signIn();
    },
    answer: (answers) => answerProofs(simulator, answers),
    async settle(references, refresh = false) {
      await call('proofs.fetch', { references: [...references], refresh });
      await untilSettled();
    },
    untilSettled,
    rows,
    row,
    async newest(reference) {
      const { versions } = await call('proofs.detail', { id: (await row(reference)).id });
      const [newest] = versions;
      if (newest === undefined) throw new Error(`No version of ${reference} is stored`);
      return newest;
    },
    async content(reference, form) {
      const { id } = await row(reference);
      const addresses = await call('proofs.open', { action: 'contents', id, version: null });
      const content = await testApp().app.contents.load(addresses[form]);
      if (content === null) throw new Error('The proof has no content');
      return { bytes: Buffer.from(content.bytes), mediaType: content.mediaType };
    },
  };
}
