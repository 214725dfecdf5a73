/** @file Test app signed in to a practice company with configurable proofs. */
import { onTestFinished } from 'vitest';
import type { ProofRow, ProofVersion } from '../../../src/shared/model/proofs/proof.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';

/** A response of the service: an object that is sent as JSON, or a raw text. */
type ProofAnswer = { readonly pop?: unknown; readonly type?: unknown } | string;

interface ProofTestApp extends TestApp {
  readonly simulator: Awaited<ReturnType<typeof startSimulator>>;
  /** Sets the responses by reference; other references get the default response. */
  answer(answers: Readonly<Record<string, ProofAnswer>>): void;
  /** Fetches references and waits until all have a final state. */
  settle(references: readonly string[], refresh?: boolean): Promise<void>;
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

/** Starts the test app, which is closed at the end of the test. */
export async function startProofTestApp(simulatorOptions: SimulatorOptions = {}): Promise<ProofTestApp> {
  const folder = await temporaryFolder();
  const simulator = await startSimulator(simulatorOptions);
  const testApp = await startTestApp({
    dataFolder: folder.path,
    managed: { profiles: [profileOf(simulator)] },
  });
  onTestFinished(async () => {
    await testApp.close();
    await simulator.close();
    await folder.remove();
  });
  const { apiKey } = simulator.credentials;
  await testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });

  async function rows(search = '') {
    return (await testApp.call('proofs.list', { offset: 0, limit: 200, state: null, search })).rows;
  }
  async function row(reference: string) {
    const proof = (await rows()).find((proofRow) => proofRow.reference === reference);
    if (proof === undefined) throw new Error(`${reference} is not in the list`);
    return proof;
  }
  return {
    ...testApp,
    simulator,
    rows,
    row,
    answer(answers) {
      const faults = Object.entries(answers).map(([reference, answer]) => ({
        kind: 'status' as const,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: typeof answer === 'string' ? answer : JSON.stringify(answer),
        when: ({ path }: { path: string }) => path.endsWith(`/${encodeURIComponent(reference)}`),
      }));
      simulator.faults.set('proof', ...faults);
    },
    async settle(references, refresh = false) {
      await testApp.call('proofs.fetch', { references: [...references], refresh });
      await testApp.until('proofs', ({ running, total }) => running === null && total > 0);
    },
    async newest(reference) {
      const { versions } = await testApp.call('proofs.detail', { id: (await row(reference)).id });
      const [newest] = versions;
      if (newest === undefined) throw new Error(`No version of ${reference} is stored`);
      return newest;
    },
    async content(reference, form) {
      const { id } = await row(reference);
      const addresses = await testApp.call('proofs.open', { action: 'contents', id, version: null });
      const content = await testApp.app.contents.load(addresses[form]);
      if (content === null) throw new Error('The proof has no content');
      return { bytes: Buffer.from(content.bytes), mediaType: content.mediaType };
    },
  };
}
