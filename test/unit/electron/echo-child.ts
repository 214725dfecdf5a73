/**
 * @file A utility process that returns every message to its parent. After the message `ignore SIGTERM`
 * the process no longer exits on that signal.
 */
import { z } from 'zod';

const port = z
  .custom<NodeJS.EventEmitter & { postMessage(message: unknown): void }>((value) => value !== undefined)
  .parse(Reflect.get(process, 'parentPort'));

port.on('message', ({ data }: { data: unknown }) => {
  if (data === 'ignore SIGTERM') process.on('SIGTERM', () => undefined);
  port.postMessage({ received: data });
});
