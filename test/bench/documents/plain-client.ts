/**
 * @file A plain client, in a process of its own: `node plain-client.ts JOB`, where JOB is a file with JSON. Eight workers
 * request a link for each file and send the file; what fails is repeated after 200 ms, or after Retry-After. Prints the
 * milliseconds of this work.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';

const jobSchema = z.object({
  auth: z.string(),
  beneficiary: z.string(),
  credentials: z.object({ clientId: z.string(), apiKey: z.string() }),
  paths: z.array(z.string()),
});
const tokenSchema = z.object({ accessToken: z.string() });
const linksSchema = z.object({ items: z.tuple([z.object({ link: z.string() })]) });

const { auth, beneficiary, credentials, paths } = jobSchema.parse(
  JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')),
);
const workers = 8;
const dispatcher = new Agent({ connections: workers });
const json = { 'content-type': 'application/json', accept: 'application/json' };
let token: Promise<string> | null = null;

async function logIn(): Promise<string> {
  const body = JSON.stringify({ ...credentials, mode: 'apiKey' });
  const answer = await request(`${auth}/users/login`, { dispatcher, method: 'POST', headers: json, body });
  return tokenSchema.parse(await answer.body.json()).accessToken;
}

/** Sends a request until it succeeds: a PUT to a link without the token. */
async function persist(method: 'POST' | 'PUT', url: string, body: string | Buffer): Promise<string> {
  for (let waitMs = 200; ; await delay(waitMs)) {
    try {
      token ??= logIn();
      const used = token;
      const headers =
        method === 'PUT'
          ? { 'content-type': 'application/pdf' }
          : { ...json, authorization: `Bearer ${await used}` };
      const answer = await request(url, { dispatcher, method, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode < 300) return text;
      if (answer.statusCode === 401 && token === used) token = null;
      waitMs = Math.max(200, 1_000 * Number(answer.headers['retry-after'] ?? 0));
    } catch {
      // The connection was lost.
    }
  }
}

let next = 0;
async function work(): Promise<void> {
  for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
    const items = JSON.stringify([{ fileName: basename(path), fileType: 'application/pdf' }]);
    const answer = linksSchema.parse(
      JSON.parse(await persist('POST', `${beneficiary}/uploadDocuments`, items)),
    );
    await persist('PUT', answer.items[0].link, await readFile(path));
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: workers }, work));
process.stdout.write(String(performance.now() - start));
await dispatcher.close();
