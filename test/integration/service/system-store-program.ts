/** @file Asks a host once, trusting what the system trusts; prints the status, or the code of what went wrong. */
import { get } from 'node:https';
import process from 'node:process';
import { trustSystemCertificates } from '../../../src/main/system-certificates.ts';

const [address = '', trusting] = process.argv.slice(2);
if (trusting === 'trusting') trustSystemCertificates();
get(address, (response) => {
  process.stdout.write(String(response.statusCode));
  response.resume();
}).on('error', (error) => {
  process.stdout.write('code' in error ? String(error.code) : error.message);
});
