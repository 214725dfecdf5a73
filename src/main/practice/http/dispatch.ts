/** @file Dispatches one request: secrets, route, checks, operation, response. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenPattern } from '../tokens.ts';
import { type Answer, breach, errorAnswer, Refusal } from './answers.ts';
import { ClientDisconnected, type Exchange } from './exchange.ts';
import type { Route } from './route.ts';
import type { HostLabel } from './route-names.ts';
import type { Sender } from './sender.ts';
import type { Violation } from './violations.ts';

/** Serves a request to a host. Never rejects. */
export type Serve = (host: HostLabel, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The response to a checked request, and whether the request was refused, so that its operation took no effect. */
interface Outcome {
  readonly answer: Answer;
  readonly isRefused: boolean;
}

/** Serves a request whose route is known, usually by sending the response that `operate` returns. */
export type Interceptor = (
  exchange: Exchange,
  operate: () => Promise<Outcome>,
  sender: Sender,
) => Promise<void>;

interface DispatchDeps {
  readonly routes: readonly Route[];
  readonly apiKey: string;
  readonly now: () => number;
  readonly onViolation: (violation: Violation) => void;
  readonly sender: Sender;
  readonly intercept: Interceptor;
}

export function createDispatcher(deps: DispatchDeps): Serve {
  const { routes, apiKey, now, onViolation, sender, intercept } = deps;

  /** Runs a step. When the step throws a refusal, records its breach and returns its response. */
  async function attempt<Value>(
    exchange: Exchange,
    step: () => Promise<Value> | Value,
  ): Promise<Attempt<Value>> {
    try {
      return { value: await step(), refusal: null };
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      if (thrown.breach !== null) onViolation({ route: exchange.route, ...thrown.breach });
      return { value: null, refusal: thrown.answer };
    }
  }

  function resolveRoute(exchange: Exchange): Route {
    inspectSecrets(exchange, apiKey);
    const { route, parameters } = findRoute(exchange, routes);
    exchange.route = route.name;
    exchange.parameters = parameters;
    return route;
  }

  async function run(exchange: Exchange): Promise<void> {
    const routeAttempt = await attempt(exchange, () => resolveRoute(exchange));
    if (routeAttempt.refusal !== null) return sender.send(exchange, routeAttempt.refusal);
    const route = routeAttempt.value;
    const checkAttempt = await attempt(exchange, () => {
      refuseCookies(exchange);
      route.check(exchange);
    });
    const operate = async (): Promise<Outcome> => {
      const { value, refusal } =
        checkAttempt.refusal === null ? await attempt(exchange, () => route.handle(exchange)) : checkAttempt;
      return refusal === null ? { answer: value, isRefused: false } : { answer: refusal, isRefused: true };
    };
    await intercept(exchange, operate, sender);
  }

  return async (host, request, response) => {
    const exchange = createExchange(host, request, response, now());
    try {
      await run(exchange);
    } catch (thrown) {
      if (!(thrown instanceof ClientDisconnected)) {
        onViolation({ route: exchange.route, rule: 'simulator-failure', detail: String(thrown) });
      }
      sender.record(exchange, null, 0);
      request.socket.destroy();
    }
  };
}

type Attempt<Value> =
  | { readonly value: Value; readonly refusal: null }
  | { readonly value: null; readonly refusal: Answer };

function createExchange(
  host: HostLabel,
  request: IncomingMessage,
  response: ServerResponse,
  receivedAt: number,
): Exchange {
  // Writing to a disconnected client must not crash the process.
  response.on('error', () => {});
  const url = request.url ?? '/';
  const queryStart = url.indexOf('?');
  return {
    request,
    response,
    host,
    method: request.method ?? '',
    path: queryStart === -1 ? url : url.slice(0, queryStart),
    query: new URLSearchParams(queryStart === -1 ? '' : url.slice(queryStart + 1)),
    requestId: randomUUID(),
    at: receivedAt,
    route: 'unknown',
    parameters: [],
    subject: null,
    linkAgeMs: null,
    bytesRead: 0,
    isRecorded: false,
  };
}

/** Minimum length for searching requests for the API key; a shorter key would match harmless text. */
const minDetectableKeyLength = 16;

/** Refuses a request with the API key in its URL or headers, or with a token outside the Authorization header. */
function inspectSecrets(exchange: Exchange, apiKey: string): void {
  const { url = '', rawHeaders } = exchange.request;
  const keyForms = apiKey.length < minDetectableKeyLength ? [] : [apiKey, encodeURIComponent(apiKey)];
  const containsKey = (text: string) => keyForms.some((form) => text.includes(form));
  if (tokenPattern.test(url) || containsKey(url)) {
    throw breach(400, 'secret-leak', 'The API key or a token is in the URL');
  }
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const isMisplacedToken = tokenPattern.test(value) && name.toLowerCase() !== 'authorization';
    if (isMisplacedToken || containsKey(value)) {
      throw breach(400, 'secret-leak', `The API key or a token is in the header ${name}`);
    }
  }
}

function refuseCookies(exchange: Exchange): void {
  if (exchange.request.headers.cookie !== undefined)
    throw breach(400, 'cookie', 'The service uses no cookies');
}

function findRoute(
  exchange: Exchange,
  routes: readonly Route[],
): { readonly route: Route; readonly parameters: string[] } {
  const { host, method, path } = exchange;
  const matches = routes.filter((route) => route.hosts.includes(host) && route.pattern.test(path));
  const route = matches.find(({ methods }) => methods.includes(method));
  const [, ...captures] = route?.pattern.exec(path) ?? [];
  if (route !== undefined) return { route, parameters: captures.map(decodeSegment) };
  const operation = `${method} ${path.slice(0, 80)} on the ${host} host`;
  if (matches.length === 0) throw breach(404, 'unknown-route', `There is no operation ${operation}`);
  const allow = [...new Set(matches.flatMap(({ methods }) => methods))].join(', ');
  throw new Refusal(errorAnswer(405, `Allowed: ${allow}`, { allow }), {
    rule: 'wrong-method',
    detail: operation,
  });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw breach(400, 'malformed-http', 'The path has malformed percent-encoding');
  }
}
