/**
 * @file The keychain process for tests in Electron, which replaces the keychain of the developer. Secrets are in the file that
 * PAYDESK_FILE_KEYCHAIN names; without this variable there is no keychain. The module runs after its types are stripped,
 * so it imports only Node's own modules.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

interface Call {
  readonly id: number;
  readonly body: Request;
}

interface Request {
  readonly call: 'get' | 'set' | 'delete';
  readonly account: string;
  readonly secret?: string;
}

const path = process.env['PAYDESK_FILE_KEYCHAIN'] ?? '';
const port: unknown = Reflect.get(process, 'parentPort');

function readSecrets(): Map<string, string> {
  const content: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  return new Map(entries.map(([account, secret]) => [account, String(secret)]));
}

function answerCall({ id, body: request }: Call): object {
  if (path === '') {
    const error = {
      code: 'keychain-absent',
      message: 'No file',
      retryable: false,
      requestId: null,
      details: {},
    };
    return { kind: 'failed', id, error };
  }
  const secrets = readSecrets();
  const secret = request.call === 'get' ? (secrets.get(request.account) ?? null) : null;
  if (request.call === 'set') secrets.set(request.account, request.secret ?? '');
  if (request.call === 'delete') secrets.delete(request.account);
  if (request.call !== 'get') {
    writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(secrets)));
    renameSync(`${path}.new`, path);
  }
  return { kind: 'done', id, value: secret };
}

if (isPort(port)) port.on('message', ({ data }) => port.postMessage([answerCall(data)]));

function isPort(value: unknown): value is {
  on(name: 'message', listener: (event: { data: Call }) => void): void;
  postMessage(message: object): void;
} {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}
