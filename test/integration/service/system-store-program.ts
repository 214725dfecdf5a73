/** @file Sends one request to a host, optionally with the certificates of the system; prints the status or the error code. */
import { get } from 'node:https';
import process from 'node:process';
import { systemClock } from '../../../src/main/concurrency/clock.ts';
import { createSystemCertificates } from '../../../src/main/platform/system-certificates.ts';
import { entryUrl } from '../../fakes/entries.ts';
import { startProcess } from '../../fakes/platform/platform.ts';

const [address = '', trusting] = process.argv.slice(2);
if (trusting === 'trusting') {
  const certificates = createSystemCertificates({
    processes: { start: startProcess },
    clock: systemClock,
    entry: entryUrl('certificates'),
    onProblem: (thrown) => process.stderr.write(String(thrown)),
  });
  certificates.read();
  await certificates.whenReady();
}
get(address, (response) => {
  process.stdout.write(String(response.statusCode));
  response.resume();
}).on('error', (error) => {
  process.stdout.write('code' in error ? String(error.code) : error.message);
});
