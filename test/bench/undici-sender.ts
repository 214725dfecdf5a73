/** @file Sends files with undici, in a process of its own: `node undici-sender.ts JOB`, where JOB is a file with JSON. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { Agent, request } from 'undici';
import { z } from 'zod';

const jobSchema = z.object({
  links: z.array(z.string()),
  paths: z.array(z.string()),
  atOnce: z.number(),
  /** Certificate of the hosts' authority, in PEM. */
  certificate: z.string().nullable(),
});

const { links, paths, atOnce, certificate } = jobSchema.parse(
  JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')),
);
const dispatcher = new Agent({
  connections: atOnce,
  ...(certificate === null ? {} : { connect: { ca: certificate } }),
});
let next = 0;

async function sendNext(): Promise<void> {
  while (next < paths.length) {
    const index = next;
    next += 1;
    const { statusCode, body } = await request(links[index] ?? '', {
      dispatcher,
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: await readFile(paths[index] ?? ''),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`The storage answered ${statusCode}`);
  }
}

await Promise.all(Array.from({ length: atOnce }, sendNext));
await dispatcher.close();
