/**
 * @file A keychain process that stores its secrets in the file named by PAYDESK_FILE_KEYCHAIN, so that Paydesk has the
 * same keychain after it was killed and restarted.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { z } from 'zod';
import { type KeychainReply, keychainRequestSchema } from '../../src/main/keychain/messages.ts';

const path = process.env['PAYDESK_FILE_KEYCHAIN'] ?? '';
const secretsSchema = z.record(z.string(), z.string());

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const request = keychainRequestSchema.parse(message);
  const secrets = secretsSchema.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
  if (request.call === 'set') secrets[request.account] = request.secret;
  if (request.call === 'delete') delete secrets[request.account];
  if (request.call !== 'get') {
    writeFileSync(`${path}.new`, JSON.stringify(secrets));
    renameSync(`${path}.new`, path);
  }
  const secret = request.call === 'get' ? (secrets[request.account] ?? null) : null;
  process.send?.({ id: request.id, result: 'done', secret } satisfies KeychainReply);
});
