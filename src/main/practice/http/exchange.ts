/** @file One request in progress, and the checks that all operations share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { breach } from './answers.ts';
import type { HostLabel, RouteName } from './route-names.ts';
import type { Rule } from './violations.ts';

const maxJsonBytes = 16 * 1024 * 1024;

/** One request in progress. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly host: HostLabel;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  /** Time at which the headers had arrived, in milliseconds since 1970 by the practice company's clock. */
  readonly at: number;
  route: RouteName | 'unknown';
  /** Captures of the route's pattern. */
  parameters: readonly string[];
  subject: string | null;
  linkAgeMs: number | null;
  bytesRead: number;
  isRecorded: boolean;
}

/** Thrown when the client disconnected before its request was complete. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected');
    this.name = 'ClientDisconnected';
  }
}

/** Reads the body to its end and passes every chunk to `onChunk`. Rejects with {@link ClientDisconnected}. */
export function readBody(exchange: Exchange, onChunk: (chunk: Buffer) => void): Promise<void> {
  const { request, response } = exchange;
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    if (request.destroyed) reject(new ClientDisconnected());
    request.on('data', (chunk: Buffer) => {
      exchange.bytesRead += chunk.length;
      onChunk(chunk);
    });
    request.on('end', resolve);
    request.on('error', () => reject(new ClientDisconnected()));
    request.on('close', () => reject(new ClientDisconnected()));
  });
}

/**
 * Reads a JSON body and validates it with `schema`. An invalid body violates the rule `body`; the violation names fields
 * and kinds of mistakes, never values.
 */
export async function readJson<Schema extends z.ZodType>(
  exchange: Exchange,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const chunks: Buffer[] = [];
  await readBody(exchange, (chunk) => {
    if (exchange.bytesRead <= maxJsonBytes) chunks.push(chunk);
  });
  if (exchange.bytesRead > maxJsonBytes) throw breach(413, 'body', 'The body is too large');
  const parsed = schema.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) throw breach(400, 'body', `The body does not fit: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw breach(400, 'body', 'The body is not JSON');
  }
}

function describeIssues(error: z.ZodError): string {
  const mistakes = error.issues.slice(0, 5).map((issue) => {
    const fieldPath = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
    const unknownKeys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : '';
    return `${fieldPath}: ${issue.code}${unknownKeys}`;
  });
  return mistakes.join('; ');
}

/** Requires a JSON media type; a charset parameter is allowed. */
export function requireJsonType(exchange: Exchange): void {
  const type = exchange.request.headers['content-type'] ?? '';
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(type)) {
    throw breach(415, 'header', 'content-type must be application/json');
  }
}

/** Requires that only allowed query parameters are present, each once. */
export function requireQuery(exchange: Exchange, allowedNames: readonly string[]): void {
  const seenNames = new Set<string>();
  for (const name of exchange.query.keys()) {
    if (!allowedNames.includes(name))
      throw breach(400, 'query', `Unknown query parameter ${name.slice(0, 40)}`);
    if (seenNames.has(name)) throw breach(400, 'query', `Query parameter ${name} is there twice`);
    seenNames.add(name);
  }
}

/** Requires an empty request body. */
export function requireNoBody(exchange: Exchange, rule: Rule = 'body'): void {
  const { headers } = exchange.request;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0) {
    throw breach(400, rule, `${exchange.method} carries a body`);
  }
}
