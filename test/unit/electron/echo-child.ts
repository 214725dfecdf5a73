/**
 * @file Sends every message back through the port that a utility process has. After the message
 * `ignore SIGTERM` it no longer exits on that signal.
 */
import { z } from 'zod';

const port = z
  .custom<NodeJS.EventEmitter & { postMessage(message: unknown): void }>((value) => value !== undefined)
  .parse(Reflect.get(process, 'parentPort'));

port.on('message', ({ data }: { data: unknown }) => {
  if (data === 'ignore SIGTERM') process.on('SIGTERM', () => undefined);
  port.postMessage({ received: data });
});
