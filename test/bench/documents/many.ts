/**
 * @file Queues of 20,000 and of 1,000 documents: time and memory per document, and the time until Paydesk resumes
 * after a crash in the middle.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { type BenchContext, type BenchPart, scaled } from '../bench.ts';
import { type BenchCompany, startBenchCompany } from '../company.ts';
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

const documentBytes = 4_000;
const megabyte = 1_000_000;
const maxConcurrent = 16;
const listQuery = { filter: { group: null, text: '' }, sort: { by: 'state', descending: false } } as const;

interface Queue {
  readonly program: Program;
  readonly company: BenchCompany['company'];
  readonly home: string;
  readonly batchId: number;
  readonly checkingMsPerDocument: number;
  readonly sendingMsPerDocument: number;
  /** Heap of the main process in bytes after garbage collection, before and with the queue. */
  readonly heapBefore: number;
  readonly heapQueued: number;
}

/**
 * Adds documents, starts the batch, and measures until `sentCount` files are stored; the batch continues. Before, adds
 * `warmUpDocuments` without a measurement, because the first documents include one-time costs of the start.
 */
async function measureQueue(
  context: BenchContext,
  {
    sampleDocuments,
    warmUpDocuments,
    sentCount,
  }: { sampleDocuments: SampleDocuments; warmUpDocuments: SampleDocuments; sentCount: number },
  company: BenchCompany['company'],
): Promise<Queue> {
  const count = sampleDocuments.paths.length;
  const home = join(context.folder, `home of ${count}`);
  await mkdir(home);
  const program = await startProgram({ folder: home, company });
  await program.signIn();
  await addBeneficiaries(program, sampleDocuments);
  const warmUpBatchId = await drop(program, warmUpDocuments.root);
  await untilChecked(program, warmUpBatchId);
  await program.call('documents.batch', { action: 'discard', batchId: warmUpBatchId });
  const heapBefore = await memoryAfterCollection(program);
  context.say(`Adding ${count}`);
  let batchId = 0;
  const totalCheckingMs = await milliseconds(async () => {
    batchId = await drop(program, sampleDocuments.root);
    await untilChecked(program, batchId);
  });
  const heapQueued = await memoryAfterCollection(program);
  const storedBefore = company.state.objects.size;
  await begin(program, batchId);
  context.say(`Sending ${sentCount} of ${count}`);
  const totalSendingMs = await milliseconds(() => untilStored(company, storedBefore + sentCount));
  return {
    program,
    company,
    home,
    batchId,
    checkingMsPerDocument: totalCheckingMs / count,
    sendingMsPerDocument: totalSendingMs / sentCount,
    heapBefore,
    heapQueued,
  };
}

async function untilStored(company: BenchCompany['company'], count: number): Promise<void> {
  await pollUntil(
    async () => company.state.objects.size,
    (size) => size >= count,
    600_000,
  );
}

export const part: BenchPart = async function* (context) {
  const [fewCount, manyCount] = [scaled(context, 1_000, 100), scaled(context, 20_000, 400)];
  // At 85%, Paydesk is in the middle of a beneficiary's documents, so that the kill does not interrupt an attach operation,
  // which would need the clerk.
  const sentCount = Math.round(fewCount * 0.85);
  context.say(`Writing ${fewCount + manyCount} files`);
  const fewDocuments = await writeSampleDocuments(join(context.folder, 'few'), fewCount, documentBytes);
  const manyDocuments = await writeSampleDocuments(join(context.folder, 'many'), manyCount, documentBytes);
  const warmUpDocuments = await writeSampleDocuments(
    join(context.folder, 'warm-up'),
    fewCount,
    documentBytes,
  );
  const companyOfFew = await startBenchCompany(null);
  const companyOfMany = await startBenchCompany(null);
  try {
    const smallQueue = await measureQueue(
      context,
      { sampleDocuments: fewDocuments, warmUpDocuments, sentCount },
      companyOfFew.company,
    );
    await untilDone(smallQueue.program, smallQueue.batchId);
    await smallQueue.program.close();
    const largeQueue = await measureQueue(
      context,
      { sampleDocuments: manyDocuments, warmUpDocuments, sentCount },
      companyOfMany.company,
    );
    yield* compareCosts(smallQueue, largeQueue, manyCount, fewCount);
    yield* measureRestart(context, largeQueue, manyCount);
  } finally {
    await companyOfFew.close();
    await companyOfMany.close();
  }
};

async function* compareCosts(
  smallQueue: Queue,
  largeQueue: Queue,
  manyCount: number,
  fewCount: number,
): AsyncGenerator<Measurement> {
  const linearBound = { of: 'ratio', atLeast: 0.8, atMost: 1.25 } as const;
  yield measured(
    `time to check a document, queue of ${manyCount} compared with ${fewCount}`,
    'ms',
    largeQueue.checkingMsPerDocument,
    {
      peer: smallQueue.checkingMsPerDocument,
      bound: linearBound,
    },
  );
  yield measured(
    `time to send a document, queue of ${manyCount} compared with ${fewCount}`,
    'ms',
    largeQueue.sendingMsPerDocument,
    {
      peer: smallQueue.sendingMsPerDocument,
      bound: linearBound,
    },
  );
  const growth =
    largeQueue.heapQueued - largeQueue.heapBefore - (smallQueue.heapQueued - smallQueue.heapBefore);
  yield measured('memory for each queued document', 'bytes', Math.max(0, growth) / (manyCount - fewCount), {
    bound: { of: 'value', atMost: 2_000 },
  });
  const { peak } = await memoryOf(largeQueue.program.pid);
  yield measured(`peak of the main process with ${manyCount}`, 'MB', peak / megabyte, {
    bound: { of: 'value', atMost: 350 },
  });
}

/** Kills the program in the middle of a queue, restarts it, and waits for the end of the queue. */
async function* measureRestart(
  context: BenchContext,
  queued: Queue,
  manyCount: number,
): AsyncGenerator<Measurement> {
  const { home, company, batchId } = queued;
  await queued.program.paydesk.kill();
  context.say('Killed; restarting');
  const storedBefore = company.state.objects.size;
  const start = performance.now();
  const program = await startProgram({ folder: home, company });
  try {
    const readyMs = performance.now() - start;
    await program.signIn();
    const { total } = await program.call('documents.list', { batchId, ...listQuery, offset: 0, limit: 200 });
    const listedMs = performance.now() - start;
    if (total !== manyCount) throw new Error(`${total} of ${manyCount} documents are listed`);
    await untilStored(company, storedBefore + 1);
    const firstUploadMs = performance.now() - start;
    yield measured('restart until the program is ready', 's', readyMs / 1000);
    yield measured('restart until the documents are listed', 's', listedMs / 1000, {
      bound: { of: 'value', atMost: 1 },
    });
    yield measured('restart until the first upload', 's', firstUploadMs / 1000, {
      bound: { of: 'value', atMost: 3 },
    });
    const stalls = await watchStalls(program);
    context.say(`Sending the rest of ${manyCount}`);
    await untilDone(program, batchId);
    const repeatedUploadCount =
      [...company.state.objects.values()].reduce((sum, { uploadCount }) => sum + uploadCount, 0) - manyCount;
    yield measured('files uploaded more than once', 'files', repeatedUploadCount, {
      bound: { of: 'value', atMost: maxConcurrent },
    });
    yield* stallMeasurements(`while ${manyCount} are sent`, await stalls());
    const { peak } = await memoryOf(program.pid);
    yield measured(`peak of the main process while ${manyCount} are sent`, 'MB', peak / megabyte, {
      bound: { of: 'value', atMost: 350 },
    });
  } finally {
    await program.close();
  }
}
