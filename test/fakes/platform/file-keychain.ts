/**
 * @file A keychain process that stores its secrets in the file named by PAYDESK_FILE_KEYCHAIN, so that Paydesk has the
 * same keychain after it was killed and restarted.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { z } from 'zod';
import { keychainRequestSchema } from '../../../src/main/platform/keychain/messages.ts';
import { connectProcess } from '../../../src/main/workers/parent.ts';
import { serveCalls } from '../../../src/main/workers/serve.ts';

const path = process.env['PAYDESK_FILE_KEYCHAIN'] ?? '';
const secretsSchema = z.record(z.string(), z.string());

serveCalls(connectProcess(), async (body) => {
  const request = keychainRequestSchema.parse(body);
  const secrets = secretsSchema.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
  if (request.call === 'set') secrets[request.account] = request.secret;
  if (request.call === 'delete') delete secrets[request.account];
  if (request.call !== 'get') {
    writeFileSync(`${path}.new`, JSON.stringify(secrets));
    renameSync(`${path}.new`, path);
  }
  return request.call === 'get' ? (secrets[request.account] ?? null) : null;
});
