/** @file A utility process that returns every message to its parent. */
import { z } from 'zod';

const port = z
  .custom<NodeJS.EventEmitter & { postMessage(message: unknown): void }>((value) => value !== undefined)
  .parse(Reflect.get(process, 'parentPort'));

port.on('message', ({ data }: { data: unknown }) => {
  port.postMessage({ received: data });
});
