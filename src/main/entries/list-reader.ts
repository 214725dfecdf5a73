/** @file Entry of the worker thread that parses one CSV list: an address book or a manifest. */
import { parseAddressBook } from '../features/beneficiaries/parse-address-book.ts';
import { parseManifest } from '../features/documents/manifest.ts';
import { listRequestSchema } from '../formats/csv/list-protocol.ts';
import { connectThread } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

serveCalls(connectThread(), async (body): Promise<unknown> => {
  const { kind, bytes } = listRequestSchema.parse(body);
  return { 'address-book': parseAddressBook, manifest: parseManifest }[kind](yieldOnce(bytes));
});
