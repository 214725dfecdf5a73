/** @file Tunnels through SOCKS proxies; the proxy resolves host names. */
import { connect, type Socket } from 'node:net';
import type { ProxyCredentials } from './proxy-credentials.ts';

interface SocksProxy {
  readonly version: 4 | 5;
  /** Host and port. */
  readonly address: string;
  readonly credentials: ProxyCredentials | null;
}

const handshakeTimeoutMs = 30_000;

/** Opens a connection to the host through the proxy. Errors of the connection to the proxy keep the code of the system. */
export async function openSocksTunnel(proxy: SocksProxy, host: string, port: number): Promise<Socket> {
  // Few networks have a SOCKS proxy.
  const { SocksClient } = await import('socks');
  const proxyUrl = new URL(`http://${proxy.address}`);
  const socket = connect(Number(proxyUrl.port) || 1080, proxyUrl.hostname.replace(/^\[|\]$/g, ''));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  try {
    const connection = await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      timeout: handshakeTimeoutMs,
      destination: { host, port },
      proxy: {
        host: proxyUrl.hostname,
        port: Number(proxyUrl.port) || 1080,
        type: proxy.version,
        ...(proxy.credentials === null
          ? {}
          : { userId: proxy.credentials.user, password: proxy.credentials.password }),
      },
    });
    return connection.socket;
  } catch (thrown) {
    socket.destroy();
    const message = thrown instanceof Error ? thrown.message : '';
    // Only a refusal by the proxy itself is a proxy error; a failure behind the proxy is an unreachable host.
    const code = /authenticat|NotAllowed|password|SOCKS version/i.test(message)
      ? 'ERR_PROXY_TUNNEL'
      : 'EHOSTUNREACH';
    throw Object.assign(new Error('The SOCKS proxy refused'), { code });
  }
}
