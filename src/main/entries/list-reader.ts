/** @file Entry of the worker thread that parses one CSV list: an address book or a manifest. */
import { parentPort } from 'node:worker_threads';
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import { parseAddressBook } from '../features/beneficiaries/parse-address-book.ts';
import { parseManifest } from '../features/documents/manifest.ts';
import type { GuardedMessage } from '../guarded-thread.ts';
import { type ListReply, listRequestSchema } from '../list-protocol.ts';

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function parse(raw: unknown): Promise<unknown> {
  const { kind, bytes } = listRequestSchema.parse(raw);
  return { 'address-book': parseAddressBook, manifest: parseManifest }[kind](yieldOnce(bytes));
}

/** Never rejects. */
async function createReply(raw: unknown): Promise<ListReply> {
  try {
    return { ok: true, value: await parse(raw) };
  } catch (thrown) {
    return { ok: false, error: toWire(toPaydeskError(thrown)) };
  }
}

/** Never rejects. */
async function respond(raw: unknown): Promise<void> {
  parentPort?.postMessage({ answer: await createReply(raw) } satisfies GuardedMessage);
}

parentPort?.on('message', (raw: unknown) => void respond(raw));
