/**
 * @file Queues of 20,000 and of 1,000 documents: time and memory per document, and the time until Paydesk resumes
 * after a crash in the middle.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { type Part, type Setting, scaled } from '../bench.ts';
import { type FarCompany, startFarCompany } from '../company.ts';
import { type Measurement, measured } from '../measurement.ts';
import {
  addBeneficiaries,
  begin,
  drop,
  memoryAfterCollection,
  memoryOf,
  milliseconds,
  type Program,
  stallMeasurements,
  startProgram,
  untilChecked,
  untilDone,
  watchStalls,
} from '../program.ts';
import { type SampleDocuments, writeSampleDocuments } from '../sample-documents.ts';

const size = 4_000;
const megabyte = 1_000_000;
const maxConcurrent = 16;
const order = { filter: { group: null, text: '' }, sort: { by: 'state', descending: false } } as const;

interface Queue {
  readonly program: Program;
  readonly company: FarCompany['company'];
  readonly home: string;
  readonly batchId: number;
  /** Milliseconds per document. */
  readonly checking: number;
  readonly sending: number;
  /** Heap of the main process in bytes after garbage collection, before and with the queue. */
  readonly heapBefore: number;
  readonly heapQueued: number;
}

/**
 * Adds documents and sends the first `sent` of them. The documents of `first` are added before without a measurement,
 * because adding them includes one-time costs of the start.
 */
async function queue(
  setting: Setting,
  {
    sampleDocuments,
    first,
    sent,
  }: { sampleDocuments: SampleDocuments; first: SampleDocuments; sent: number },
  company: FarCompany['company'],
): Promise<Queue> {
  const count = sampleDocuments.paths.length;
  const home = join(setting.folder, `home of ${count}`);
  await mkdir(home);
  const program = await startProgram({ folder: home, company });
  await program.signIn();
  await addBeneficiaries(program, sampleDocuments);
  const warmUpBatchId = await drop(program, first.root);
  await untilChecked(program, warmUpBatchId);
  await program.call('documents.discard', { batchId: warmUpBatchId });
  const heapBefore = await memoryAfterCollection(program);
  setting.say(`Adding ${count}`);
  let batchId = 0;
  const checking = await milliseconds(async () => {
    batchId = await drop(program, sampleDocuments.root);
    await untilChecked(program, batchId);
  });
  const heapQueued = await memoryAfterCollection(program);
  const storedBefore = company.state.objects.size;
  await begin(program, batchId);
  setting.say(`Sending ${sent} of them`);
  const sending = await milliseconds(() => untilStored(company, storedBefore + sent));
  return {
    program,
    company,
    home,
    batchId,
    checking: checking / count,
    sending: sending / sent,
    heapBefore,
    heapQueued,
  };
}

async function untilStored(company: FarCompany['company'], count: number): Promise<void> {
  await pollUntil(
    async () => company.state.objects.size,
    (size) => size >= count,
    600_000,
  );
}

export const part: Part = async function* (setting) {
  const [few, many] = [scaled(setting, 1_000, 100), scaled(setting, 20_000, 400)];
  // Kills in the middle of a beneficiary's documents: an interrupted attach operation would need the clerk.
  const sent = Math.round(few * 0.85);
  setting.say(`Writing ${few + many} files`);
  const short = await writeSampleDocuments(join(setting.folder, 'short'), few, size);
  const long = await writeSampleDocuments(join(setting.folder, 'long'), many, size);
  const first = await writeSampleDocuments(join(setting.folder, 'first'), few, size);
  const near = await startFarCompany(null);
  const far = await startFarCompany(null);
  try {
    const small = await queue(setting, { sampleDocuments: short, first, sent }, near.company);
    await untilDone(small.program, small.batchId);
    await small.program.close();
    const large = await queue(setting, { sampleDocuments: long, first, sent }, far.company);
    yield* compareCosts(small, large, many, few);
    yield* measureRestart(setting, large, many);
  } finally {
    await near.close();
    await far.close();
  }
};

async function* compareCosts(
  small: Queue,
  large: Queue,
  many: number,
  few: number,
): AsyncGenerator<Measurement> {
  const linear = { of: 'ratio', atLeast: 0.8, atMost: 1.25 } as const;
  yield measured(`checked, each of ${many}, beside each of ${few}`, 'ms', large.checking, {
    peer: small.checking,
    bound: linear,
  });
  yield measured(`sent, each of ${many}, beside each of ${few}`, 'ms', large.sending, {
    peer: small.sending,
    bound: linear,
  });
  const growth = large.heapQueued - large.heapBefore - (small.heapQueued - small.heapBefore);
  yield measured('memory for each queued document', 'bytes', Math.max(0, growth) / (many - few), {
    bound: { of: 'value', atMost: 2_000 },
  });
  const { peak } = await memoryOf(large.program.pid);
  yield measured(`peak of the main process with ${many}`, 'MB', peak / megabyte, {
    bound: { of: 'value', atMost: 350 },
  });
}

/** Kills the program in the middle of a queue, restarts it, and waits for the end of the queue. */
async function* measureRestart(setting: Setting, queued: Queue, many: number): AsyncGenerator<Measurement> {
  const { home, company, batchId } = queued;
  await queued.program.paydesk.kill();
  setting.say('Killed; starting again');
  const storedBefore = company.state.objects.size;
  const start = performance.now();
  const program = await startProgram({ folder: home, company });
  try {
    const ready = performance.now() - start;
    await program.signIn();
    const { total } = await program.call('documents.list', { batchId, ...order, offset: 0, limit: 200 });
    const listed = performance.now() - start;
    if (total !== many) throw new Error(`${total} of ${many} documents are listed`);
    await untilStored(company, storedBefore + 1);
    const sending = performance.now() - start;
    yield measured('started again: the window could open', 's', ready / 1000);
    yield measured('started again: listed', 's', listed / 1000, { bound: { of: 'value', atMost: 1 } });
    yield measured('started again: sending', 's', sending / 1000, { bound: { of: 'value', atMost: 3 } });
    const stalls = await watchStalls(program);
    setting.say(`Sending the rest of ${many}`);
    await untilDone(program, batchId);
    const again =
      [...company.state.objects.values()].reduce((sum, { uploadCount: times }) => sum + times, 0) - many;
    yield measured('files sent again after the kill', 'files', again, {
      bound: { of: 'value', atMost: maxConcurrent },
    });
    yield* stallMeasurements(`while ${many} are sent`, await stalls());
    const { peak } = await memoryOf(program.pid);
    yield measured(`peak of the main process while ${many} are sent`, 'MB', peak / megabyte, {
      bound: { of: 'value', atMost: 350 },
    });
  } finally {
    await program.close();
  }
}
