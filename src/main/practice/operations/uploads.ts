/** @file Upload links (section 4.3). */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SimulatorDeps } from '../deps.ts';
import { breach, jsonAnswer } from '../http/answers.ts';
import { type Exchange, readJson, requireJsonType, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';

/** Maximum number of files in one request. */
const maxItems = 1000;

/** Validity of an upload link (section 8). */
export const uploadLinkSeconds = 15 * 60;

/** Media types by extension (section 2.3). */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
]);

const mimePattern = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/i;

/** A top-level array of objects with these fields and no others (section 2.3). */
const itemsSchema = z.array(z.strictObject({ fileName: z.string(), fileType: z.string().optional() })).min(1);

type UploadItem = z.infer<typeof itemsSchema>[number];

/** Path of `link` on the storage host. */
export const linkPathPrefix = '/practice-documents/';

/** Path of `url` on the storage host: looks usable but is no upload target (section 2.4). */
export const urlPathPrefix = '/practice-files/';

/** Issues upload links. */
export function uploadsRoute(deps: SimulatorDeps): Route {
  const { settings, tokens, ledger, now } = deps;
  return {
    name: 'uploadDocuments',
    hosts: ['beneficiary'],
    methods: ['POST'],
    pattern: /^\/uploadDocuments$/,
    check(exchange) {
      tokens.require(exchange);
      requireJsonType(exchange);
      requireQuery(exchange, ['companyId']);
      checkCompany(exchange, deps);
    },
    async handle(exchange) {
      const items = await readJson(exchange, itemsSchema);
      if (items.length > maxItems) {
        throw breach(400, 'body', `More than ${maxItems} items`);
      }
      const issuedAt = now();
      const documents = items.map((item) => {
        const name = item.fileName.normalize('NFC');
        return { key: createKey(name, settings.companyId), name, type: resolveContentType(item) };
      });
      ledger.commit({ kind: 'issued', at: issuedAt, items: documents });
      return jsonAnswer(200, {
        items: documents.map(({ key, type }) => issueItem(deps, key, type, issuedAt)),
      });
    },
  };
}

function issueItem(deps: SimulatorDeps, key: string, contentType: string, issuedAt: number) {
  const path = `${linkPathPrefix}${key}`;
  const query = deps.links.sign({ method: 'PUT', path, contentType }, issuedAt, uploadLinkSeconds);
  const baseUrl = deps.getStorageUrl();
  return { link: `${baseUrl}${path}?${query}`, url: `${baseUrl}${urlPathPrefix}${key}`, key };
}

function createKey(name: string, companyId: string): string {
  return `${encodeURIComponent(companyId)}/${randomUUID()}.${extensionOf(name) ?? ''}`;
}

function checkCompany(exchange: Exchange, { settings }: SimulatorDeps): void {
  const companyId = exchange.query.get('companyId');
  if (companyId === null) return;
  if (companyId !== settings.companyId) throw breach(400, 'company', "companyId is not the token's company");
}

function resolveContentType(item: UploadItem): string {
  const { fileName, fileType } = item;
  if (fileName.trim() === '' || /[\\/\0]/.test(fileName)) {
    throw breach(400, 'file-name', 'fileName must be the name of a file, without a path');
  }
  const contentType = contentTypes.get(extensionOf(fileName) ?? '');
  if (contentType === undefined) {
    throw breach(400, 'file-extension', 'The extension of fileName must be jpeg, jpg, pdf, png or svg');
  }
  if (fileType !== undefined && !mimePattern.test(fileType)) {
    throw breach(400, 'file-type', 'fileType must be a MIME type');
  }
  return fileType ?? contentType;
}

function extensionOf(fileName: string): string | null {
  return /\.(?<extension>[^.]+)$/.exec(fileName)?.groups?.['extension']?.toLowerCase() ?? null;
}
