/** @file Entry of the thread that parses one large JSON response. */
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import type { GuardedMessage } from '../guarded-thread.ts';
import { parseBounded } from '../service/large-json.ts';

parentPort?.on('message', (raw: unknown) => {
  const body = z.instanceof(Uint8Array).parse(raw);
  parentPort?.postMessage({ answer: { value: parseBounded(body) } } satisfies GuardedMessage);
});
