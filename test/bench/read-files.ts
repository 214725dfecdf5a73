/** @file A thread that reads and decrypts sealed files and does nothing else with them: the floor of a search. */
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import {
  createFrameBuffers,
  grantSchema,
  openGranted,
} from '../../src/main/storage/library/sealed-reader.ts';

const buffers = createFrameBuffers();
let target = new Uint8Array(0);

async function readFiles(message: unknown): Promise<void> {
  for (const grant of z.array(grantSchema).parse(message)) {
    const content = await openGranted(grant, 'all');
    if (content.size > target.length) target = new Uint8Array(content.size * 2);
    await content.fill(target.subarray(0, content.size), 0, content.frameCount, buffers);
    await content.close();
  }
  parentPort?.postMessage('done');
}

parentPort?.on('message', (message: unknown) => void readFiles(message));
parentPort?.postMessage('started');
