/**
 * @file Runs the practice company in a worker thread. Reports its start once all hosts listen, and every webhook event;
 * ends when it is closed. If it cannot start, the thread ends with an error.
 */
import { workerData } from 'node:worker_threads';
import { connectThread } from '../workers/parent.ts';
import { closeMessage } from '../workers/protocol.ts';
import { reportStart } from '../workers/serve.ts';
import { startPracticeCompany } from './practice-company.ts';
import { workerDataSchema } from './worker-messages.ts';

const parent = connectThread();
const { journal, ports = {} } = workerDataSchema.parse(workerData);
const company = await startPracticeCompany({
  journal,
  ports,
  samples: true,
  onEvent: (event) => parent.send([{ kind: 'event', body: event }]),
});

parent.onMessage((message) => {
  if (message === closeMessage) void company.close().then(parent.close);
});

const { hosts, storage, credentials, companyId } = company;
reportStart(parent, { hosts, storage, credentials, companyId });
