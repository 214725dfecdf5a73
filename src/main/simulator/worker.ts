/**
 * @file Runs the practice company in a worker thread. Posts `ready` once all hosts listen and `event` for every webhook
 * event; stops on `close`. If it cannot start, the thread ends with an error.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { startPracticeCompany } from './practice-company.ts';
import { type WorkerMessage, workerCommandSchema, workerDataSchema } from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new Error('The practice company runs in a worker thread');

const post = (message: WorkerMessage) => port.postMessage(message);
const { journal, ports = {} } = workerDataSchema.parse(workerData);
const company = await startPracticeCompany({
  journal,
  ports,
  samples: true,
  onEvent: (event) => post({ kind: 'event', event }),
});

port.on('message', (message: unknown) => {
  if (!workerCommandSchema.safeParse(message).success) return;
  void company.close().then(() => port.close());
});

const { hosts, storage, credentials, companyId } = company;
post({ kind: 'ready', hosts, storage, credentials, companyId });
