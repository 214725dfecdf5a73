/** @file A scriptable HTTP client of the practice company, for valid and invalid calls. */
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../practice/simulator.ts';

/** Starts a practice company that is closed at the end of the test. */
export async function open(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Sends the body in chunks. */
  readonly chunked?: boolean;
}

/** A complete response. */
interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  json(): unknown;
}

/** Sends one request. Rejects when the connection fails before the response is complete. */
export function call(
  url: string,
  { method = 'GET', headers = {}, body, chunked }: Request = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length =
      chunked === true
        ? { 'transfer-encoding': 'chunked' }
        : body === undefined
          ? {}
          : { 'content-length': String(Buffer.byteLength(body)) };
    const request = sendRequest(
      url,
      { method, agent: false, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: (): unknown => JSON.parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a text as raw bytes and returns all bytes that are received until the connection ends, as text. */
export function sendRaw(baseUrl: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

/** The headers of section 4.1. */
export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' };

/** Sends a login with any body. */
export function login(simulator: Simulator, body: unknown, headers: Request['headers'] = jsonHeaders) {
  return call(`${simulator.hosts.auth}/users/login`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Signs in and returns the headers of a protected JSON call. */
export async function signIn(simulator: Simulator) {
  const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey' });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(reply.json());
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
}

/** A signed-in client. */
export interface Client {
  readonly headers: { authorization: string; 'content-type': string };
  get(url: string): Promise<Reply>;
  send(method: 'POST' | 'PUT', url: string, body: unknown): Promise<Reply>;
}

export async function clientOf(simulator: Simulator): Promise<Client> {
  const headers = await signIn(simulator);
  return {
    headers,
    get: (url) => call(url, { headers: { authorization: headers.authorization } }),
    send: (method, url, body) => call(url, { method, headers, body: JSON.stringify(body) }),
  };
}

const itemsSchema = z.object({
  items: z.array(z.object({ link: z.string(), url: z.string(), key: z.string() })),
});

/** One element of an upload response. */
type Item = z.infer<typeof itemsSchema>['items'][number];

/** Requests upload links. */
export async function linksFor(simulator: Simulator, client: Client, ...names: string[]): Promise<Item[]> {
  const reply = await client.send(
    'POST',
    `${simulator.hosts.beneficiary}/uploadDocuments`,
    names.map((fileName) => ({ fileName })),
  );
  return itemsSchema.parse(reply.json()).items;
}

/** Requests the upload link of one file. */
export async function linkFor(simulator: Simulator, client: Client, name = 'a.pdf'): Promise<Item> {
  const [item] = await linksFor(simulator, client, name);
  if (item === undefined) throw new Error('The answer has no item');
  return item;
}

/** Sends a PUT to a link (section 4.4). */
export function put(link: string, body: string | Buffer = 'bytes', contentType = 'application/pdf') {
  return call(link, { method: 'PUT', headers: { 'content-type': contentType }, body });
}

/** Uploads a file and returns its key. */
export async function store(simulator: Simulator, client: Client, name = 'a.pdf'): Promise<string> {
  const { link, key } = await linkFor(simulator, client, name);
  await put(link);
  return key;
}

/** Rules of the recorded violations, in order. */
export function brokenRules(simulator: Simulator): string[] {
  return simulator.violations().map(({ rule }) => rule);
}
