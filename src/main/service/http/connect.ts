/** @file Tests whether a host can be reached: connects without sending a request. */
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../platform/platform.ts';
import { classifyNetworkError, HttpFailure } from './failure.ts';
import type { Agents } from './proxy.ts';
import { tlsOptions } from './tls-options.ts';

/** Resolves when the connection is established (with TLS for `https:`), and closes it at once. */
export async function connect(url: URL, agents: Agents, clock: Clock, timeoutMs: number): Promise<void> {
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? agents.https : agents.http;
  const options = {
    ...tlsOptions,
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 443 : 80),
    servername: isIP(url.hostname) === 0 ? url.hostname : '',
  };
  await new Promise<void>((resolve, reject) => {
    let socket: Socket | null = null;
    let issuer: string | undefined;
    const cancelTimeout = clock.after(timeoutMs, () =>
      finish(new HttpFailure('timed-out', url.host, false, '')),
    );
    function finish(failure: HttpFailure | null): void {
      cancelTimeout();
      socket?.destroy();
      if (failure === null) resolve();
      else reject(failure);
    }
    function fail(error: Error): void {
      const { kind, detail } = classifyNetworkError(error);
      finish(new HttpFailure(kind, url.host, false, kind === 'certificate' ? (issuer ?? detail) : detail));
    }
    function awaitConnection(stream: Socket): void {
      socket = stream;
      stream.once('error', fail);
      if (stream instanceof TLSSocket) {
        stream.prependOnceListener('secure', () => {
          issuer = [stream.getPeerCertificate().issuer?.CN].flat()[0];
        });
        if (stream.authorized) finish(null);
        else stream.once('secureConnect', () => finish(null));
      } else if (stream.connecting) stream.once('connect', () => finish(null));
      else finish(null);
    }
    try {
      const created = agent.createConnection(options, (error, stream) => {
        if (isSocket(stream)) socket = stream;
        if (error !== null && error !== undefined) fail(error);
        else if (isSocket(stream)) awaitConnection(stream);
      });
      if (!isSocket(created)) return;
      // Through a proxy, this socket only reaches the proxy; the socket to the host is passed to the callback once the tunnel is open.
      if (isSecure && agents.proxy !== null) socket ??= created;
      else awaitConnection(created);
    } catch (thrown) {
      fail(thrown instanceof Error ? thrown : new Error('unknown'));
    }
  });
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value && 'connecting' in value;
}
