/** @file What the tests of faults share. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { eventually } from '../../fakes/eventually.ts';
import { clientOf, open, type Reply } from './support.ts';

/** A practice company with a client that signed in, and one protected call. */
export async function practice(options: SimulatorOptions = {}) {
  const simulator = await open(options);
  const client = await clientOf(simulator);
  const url = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
  return { simulator, client, url, ask: () => client.get(url) };
}

/** Begins a PUT of 1 GiB and goes on as long as anybody takes the bytes, whatever is answered. */
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

/** Waits until a number above zero stays the same for a while. */
export async function untilStuck(accepted: () => number): Promise<number> {
  let before = -1;
  await eventually(() => {
    const same = accepted() === before && before > 0;
    before = accepted();
    expect(same).toBe(true);
  }, 100);
  return before;
}

/** The status, or `null` when there was no answer. */
export const statusOf = (reply: Reply | Error) => (reply instanceof Error ? null : reply.status);
/** An answer, or an error as a value. */
export const orFailure = (asked: Promise<Reply>) => asked.catch(() => new Error('connection'));
