/** @file Starts a built Paydesk with a practice company, and measures its main thread. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CallCommand } from '../../src/shared/contract/index.ts';
import type { Hosts } from '../../src/shared/model/session/environment.ts';
import { defaultSettings } from '../../src/shared/model/settings.ts';
import { callsOf, pollUntil } from '../e2e/launch/calls.ts';
import { launchInHost } from '../e2e/launch/in-host.ts';
import type { Paydesk } from '../e2e/launch/paydesk.ts';
import { profileOf } from '../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../practice/simulator.ts';
import { type Measurement, measured } from './measurement.ts';
import { collect, readStalls, startStalls } from './program-functions.ts';
import type { SampleDocuments } from './sample-documents.ts';

/** A running Paydesk with its practice company. It is closed at the end of the block that declares it with `await using`. */
export interface Program extends AsyncDisposable {
  readonly paydesk: Paydesk;
  readonly simulator: Simulator;
  readonly call: CallCommand;
  /** Process ID of the main process. */
  readonly pid: number;
  signIn(): Promise<void>;
}

/** Options for starting a program. */
interface ProgramOptions {
  /** Folder for the data, created when it is missing; existing data in it is used. */
  readonly folder: string;
  readonly windowless?: boolean;
  readonly simulator?: SimulatorOptions;
  /** A running practice company, which is not closed with the program. */
  readonly company?: Simulator;
  /** Simulated network between Paydesk and the services. */
  readonly hosts?: Hosts;
  /** Hosts besides the service from which files may be downloaded. */
  readonly storageHosts?: string[];
  /** File with the certificates of the system, in PEM. */
  readonly certificateFile?: string | null;
  /** Lets the caller move the clock of the main process. */
  readonly movesTime?: boolean;
}

/** The program with a clock that moves. */
const movingProgram = fileURLToPath(new URL('../soak/program.ts', import.meta.url));

/** Folder for CPU profiles of all threads, to investigate results. */
const profileFolder = process.env['PAYDESK_BENCH_PROFILE'];

/** Starts Paydesk and its practice company. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const simulator = options.company ?? (await startSimulator(options.simulator));
  await mkdir(options.folder, { recursive: true });
  const profiles = join(options.folder, 'profiles.json');
  const { storageHosts = [], certificateFile = null } = options;
  const profile = { ...profileOf(simulator, { storageHosts }), hosts: options.hosts ?? simulator.hosts };
  await writeFile(profiles, JSON.stringify({ version: 1, practiceCompany: 'off', profiles: [profile] }));
  const paydesk = await launchInHost({
    userDataDir: join(options.folder, 'data'),
    profiles,
    args: ['--allow-http-loopback'],
    windowless: options.windowless ?? true,
    env: {
      ...(profileFolder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
      ...(certificateFile === null ? {} : { SSL_CERT_FILE: certificateFile }),
      ...(options.movesTime === true ? { PAYDESK_HOST_PROGRAM: movingProgram } : {}),
    },
  });
  const call = callsOf(paydesk);
  const { pid = 0 } = paydesk.child;
  return {
    paydesk,
    simulator,
    call,
    pid,
    async signIn() {
      const { apiKey } = simulator.credentials;
      await call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    },
    async [Symbol.asyncDispose]() {
      // CPU profiles are only written on a regular exit.
      if (profileFolder !== undefined) await paydesk.quit();
      await paydesk.close();
      if (options.company === undefined) await simulator.close();
    },
  };
}

/** Adds a beneficiary for every folder. */
export async function addBeneficiaries(
  { paydesk, call }: Program,
  sampleDocuments: SampleDocuments,
): Promise<void> {
  const file = `${sampleDocuments.root}.csv`;
  const lines = sampleDocuments.recipientIds.map((id) => `${id},Company ${id}`);
  await writeFile(file, ['recipientId,label', ...lines, ''].join('\n'));
  await paydesk.answerDialogs({ open: [file] });
  await call('beneficiaries.import', { action: 'run' });
}

/** Limits the speed of uploads. */
export async function limitUploads({ call }: Program, uploadBytesPerSecond: number): Promise<void> {
  await call('settings.change', { ...defaultSettings, uploadBytesPerSecond });
}

/** Drops a folder; returns the batch ID. */
export async function drop({ paydesk, call }: Program, folder: string): Promise<number> {
  await paydesk.answerDialogs({ open: [folder] });
  const { batchId } = await call('documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('No files were added');
  return batchId;
}

/** State of a batch. */
export async function stateOf({ call }: Program, batchId: number): Promise<string> {
  const { rows } = await call('documents.earlier', { offset: 0, limit: 20 });
  return rows.find(({ id }) => id === batchId)?.state ?? '';
}

const timeoutMs = 30 * 60_000;
/** Pause after a poll, in durations of the poll: each poll counts the documents of the batch, which takes measured time. */
const pausePerPoll = 10;

/** Waits until all dropped files are listed and checked. */
export async function untilChecked(program: Program, batchId: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let state = ''; state !== 'draft'; ) {
    if (performance.now() > deadline) throw new Error(`The batch is still ${state}`);
    const pollMs = await milliseconds(async () => {
      state = await stateOf(program, batchId);
    });
    if (state !== 'draft') await delay(pausePerPoll * pollMs);
  }
}

/** Waits until a batch has ended; throws if it is not done. */
export async function untilDone(program: Program, batchId: number): Promise<void> {
  const state = await pollUntil(
    () => stateOf(program, batchId),
    (current) => current.startsWith('done') || current === 'cancelled' || current === 'paused',
    timeoutMs,
  );
  if (state !== 'done') throw new Error(`The batch is ${state}`);
  const violations = program.simulator.violations();
  if (violations.length > 0) throw new Error(`Rules were broken: ${JSON.stringify(violations.slice(0, 3))}`);
}

/** Measures the duration of work in milliseconds. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures the turns of the main thread. The returned function returns the longest since the call, in milliseconds. */
export async function watchStalls({ paydesk }: Program): Promise<() => Promise<number>> {
  await paydesk.evaluate(startStalls, null);
  await paydesk.evaluate(readStalls, null);
  return () => paydesk.evaluate(readStalls, null);
}

/** The measurement of {@link watchStalls}. */
export function stallMeasurement(what: string, maxMs: number): Measurement {
  const name = `longest turn of the main thread ${what}, by its own time`;
  return measured(name, 'ms', maxMs, { atMost: 100 });
}

/** Bytes in use by the main thread of the program after garbage collection. */
export function memoryAfterCollection({ paydesk }: Program): Promise<number> {
  return paydesk.evaluate(collect, null);
}
