/** @file Sends every message back through the port that a utility process has. */
import { z } from 'zod';

const port = z
  .custom<NodeJS.EventEmitter & { postMessage(message: unknown): void }>((value) => value !== undefined)
  .parse(Reflect.get(process, 'parentPort'));

port.on('message', ({ data }: { data: unknown }) => port.postMessage({ heard: data }));
