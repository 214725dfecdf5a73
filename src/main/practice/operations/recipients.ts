/** @file Recipients and their documents (section 4.5). Whether updates replace or append is an option. */
import { z } from 'zod';
import type { SimulatorDeps } from '../deps.ts';
import { breach, jsonAnswer } from '../http/answers.ts';
import { type Exchange, readJson, requireJsonType, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';
import type { AttachedDocument } from '../ledger.ts';
import { setAtPath } from './login.ts';

/** A JSON object; `documentDetails`, when present, an array of exactly key and name (section 2.5). */
const recipientSchema = z.looseObject({
  documentDetails: z.array(z.strictObject({ key: z.string().min(1), name: z.string().min(1) })).optional(),
});

export function createRecipientRoute(deps: SimulatorDeps): Route {
  const { ledger, settings, now } = deps;
  return {
    name: 'createRecipient',
    hosts: ['beneficiary'],
    methods: ['POST'],
    pattern: /^\/recipients$/,
    check: (exchange) => checkRecipientCall(exchange, deps),
    async handle(exchange) {
      const { documents, fields } = await readRecipient(exchange, deps);
      const id = createRecipientId(deps);
      exchange.subject = id;
      ledger.commit({ kind: 'recipient', at: now(), id, change: 'create', fields, documents });
      const body = { status: 'created' };
      if (settings.recipientIdField !== null) setAtPath(body, settings.recipientIdField, id);
      return jsonAnswer(201, body);
    },
  };
}

export function updateRecipientRoute(deps: SimulatorDeps): Route {
  const { ledger, settings, now } = deps;
  return {
    name: 'updateRecipient',
    hosts: ['beneficiary'],
    methods: ['PUT'],
    pattern: /^\/recipients\/([^/]+)$/,
    check(exchange) {
      exchange.subject = exchange.parameters[0] ?? '';
      checkRecipientCall(exchange, deps);
    },
    async handle(exchange) {
      const { documents, fields } = await readRecipient(exchange, deps);
      const id = exchange.subject ?? '';
      const change = settings.recipientUpdate;
      ledger.commit({ kind: 'recipient', at: now(), id, change, fields, documents });
      return jsonAnswer(200, { status: 'updated' });
    },
  };
}

function checkRecipientCall(exchange: Exchange, { tokens }: SimulatorDeps): void {
  tokens.require(exchange);
  requireJsonType(exchange);
  requireQuery(exchange, []);
}

async function readRecipient(
  exchange: Exchange,
  deps: SimulatorDeps,
): Promise<{ documents: AttachedDocument[] | null; fields: Record<string, unknown> }> {
  const { documentDetails, ...fields } = await readJson(exchange, recipientSchema);
  for (const document of documentDetails ?? []) checkDocument(document, deps);
  return { documents: documentDetails ?? null, fields };
}

function checkDocument({ key, name }: AttachedDocument, { ledger }: SimulatorDeps): void {
  const issued = ledger.findIssued(key);
  if (issued === null)
    throw breach(422, 'key-before-bytes', 'documentDetails names a key that was never issued');
  if (!ledger.state.objects.has(key)) {
    throw breach(422, 'key-before-bytes', 'The key is attached before its bytes are stored');
  }
  if (name !== issued.name) {
    throw breach(422, 'document-name', 'The name is not the original fileName in normalization form C');
  }
}

function createRecipientId({ ledger }: SimulatorDeps): string {
  let number = 100_001 + ledger.state.recipients.size;
  while (ledger.state.recipients.has(`R-${number}`)) number += 1;
  return `R-${number}`;
}
