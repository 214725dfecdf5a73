/** @file Entry of the process that reads the system's certificates. Its start fails when they cannot be read. */
import { getCACertificates } from 'node:tls';
import { connectProcess } from '../workers/parent.ts';
import { startId } from '../workers/protocol.ts';
import { reportStart, toFailure } from '../workers/serve.ts';

const main = connectProcess();
try {
  reportStart(main, getCACertificates('system'));
} catch (thrown) {
  main.send([toFailure(startId, thrown)]);
}
