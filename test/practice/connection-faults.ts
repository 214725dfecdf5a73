/** @file Calls that end without a response. */
import type { Exchange } from '../../src/main/practice/http/exchange.ts';
import type { Sender } from '../../src/main/practice/http/sender.ts';
import type { FaultSource } from './faults.ts';

/** Cuts the connection without a response. */
export function reset(exchange: Exchange, sender: Sender): void {
  sender.record(exchange, null, 0);
  exchange.request.socket.resetAndDestroy();
}

/** Leaves the call without a response until faults are cleared or the client disconnects. */
export async function hang(exchange: Exchange, sender: Sender, faults: FaultSource): Promise<void> {
  sender.record(exchange, null, 0);
  const { socket } = exchange.request;
  if (socket.destroyed) return;
  const unsubscribe = faults.onClear(() => socket.destroy());
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  unsubscribe();
}
