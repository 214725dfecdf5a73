/** @file Fixtures of the fault tests. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { eventually } from '../../fakes/eventually.ts';
import { clientOf, open, type Reply } from './support.ts';

/** Starts a practice company with a signed-in client. `send` makes a protected call. */
export async function practice(options: SimulatorOptions = {}) {
  const simulator = await open(options);
  const client = await clientOf(simulator);
  const url = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
  return { simulator, client, url, send: () => client.get(url) };
}

/** Starts a PUT of 1 GiB and sends chunks as long as the server reads, whatever its response. */
export function sendWithoutEnd(link: string) {
  const { port, pathname, search } = new URL(link);
  const chunk = Buffer.alloc(1_000_000);
  let bytes = 0;
  let received = '';
  const socket = connect(Number(port), '127.0.0.1');
  const send = (error?: Error | null) => {
    if (error instanceof Error || bytes > 1_000_000_000) return;
    bytes += chunk.length;
    socket.write(chunk, send);
  };
  socket.on('error', () => {});
  socket.on('data', (data: Buffer) => {
    received += data.toString();
  });
  const headers = `host: x\r\ncontent-type: application/pdf\r\ncontent-length: ${2 ** 30}`;
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n`, send);
  return { accepted: () => bytes, received: () => received, leave: () => socket.destroy() };
}

/** Waits until the number of accepted bytes is positive and the same in two checks; returns it. */
export async function untilStalled(countAccepted: () => number): Promise<number> {
  let previousCount = -1;
  await eventually(() => {
    const isStalled = countAccepted() === previousCount && previousCount > 0;
    previousCount = countAccepted();
    expect(isStalled).toBe(true);
  }, 100);
  return previousCount;
}

/** Returns the status, or `null` without a response. */
export const statusOf = (reply: Reply | Error) => (reply instanceof Error ? null : reply.status);
/** Returns the response, or an error when the connection failed. */
export const orFailure = (reply: Promise<Reply>) => reply.catch(() => new Error('connection'));
