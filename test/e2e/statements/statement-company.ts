/**
 * @file A company whose wallets and statement files come from the test: the service accepts any wallet, and the storage
 * serves the files of the test, asks to retry later, or refuses.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Wallet } from '../../../src/shared/model/statements/statements.ts';
import { csvOf } from '../../fakes/files/statement-csv.ts';
import { expect, type LaunchOptions, type Paydesk } from '../fixture.ts';
import { callCommand } from '../launch/calls.ts';
import { test as base, managedProfile, profileId, signIn, writeManagedProfiles } from '../managed-company.ts';

/** The wallet that the service lists unless a test lists others. */
export const walletId = 410_023;

/** Response of the storage: a file, half of a file followed by silence, a refusal, or a request to retry later. */
export type StoredFile = Uint8Array | { readonly half: Uint8Array } | 'refused' | 'later';

/** A statement event, and the response of the storage to its link. */
interface EventOptions {
  readonly walletId: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly transactions: number;
  readonly file: StoredFile;
  /** Minutes until the link expires. */
  readonly minutes?: number;
}

/** A running Paydesk with the company. */
export interface StatementApp {
  readonly paydesk: Paydesk;
  /** Requests the statements of wallets in months. */
  request(walletIds: readonly number[], months: readonly string[], format?: 'csv' | 'pdf'): Promise<void>;
  /** Delivers an event by pasting it. */
  deliver(event: EventOptions): Promise<void>;
  /** Requests one statement, delivers its event and waits until it is stored. Returns its ID. */
  store(event: EventOptions): Promise<number>;
  /** Stores a statement with these lines, of which the first is its header. Returns its ID. */
  storeLines(month: string, lines: readonly (readonly string[])[], wallet?: number): Promise<number>;
  /** Opens the Statements screen. */
  open(): Promise<void>;
  /** Opens a stored statement by its place in the inbox, which shows the newest first, and waits for its rows. */
  review(place?: number): Promise<void>;
}

/** The rows of the open statement. */
export const rowsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
export const columnNamesOf = (paydesk: Paydesk) => rowsOf(paydesk).getByRole('columnheader').allInnerTexts();
/** A cell by its row in the view and its column, both from 1. */
export const cell = (paydesk: Paydesk, row: number, column: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);

interface StatementFixtures {
  /** Wallets that the service lists, in an object: Playwright reads an array as a fixture with options. */
  serviceWallets: { readonly wallets: readonly Wallet[] };
  statementApp: StatementApp;
  /** Scale of the window. */
  scale: number;
  /** Stores keys in a real keyring, so that they are there after a restart. */
  withKeyring: boolean;
}

function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
}

/** The `count` months before the current month, newest last: YYYY-MM. */
export function monthsBefore(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - count + index, 1)).toISOString().slice(0, 7),
  );
}

async function startStorage(): Promise<{ server: Server; host: string; files: Map<string, StoredFile> }> {
  const files = new Map<string, StoredFile>();
  const sendFile = (response: ServerResponse, file: StoredFile | undefined) => {
    const headers = { 'content-type': 'text/csv' };
    if (file === undefined || file === 'refused') response.writeHead(403).end();
    else if (file === 'later') response.writeHead(503, { 'retry-after': '3600' }).end();
    else if (file instanceof Uint8Array) {
      response.writeHead(200, { ...headers, 'content-length': file.length }).end(file);
    } else response.writeHead(200, { ...headers, 'content-length': file.half.length * 2 }).write(file.half);
  };
  const server = createServer((request, response) => {
    sendFile(response, files.get(new URL(request.url ?? '/', 'http://storage').pathname));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The storage has no port');
  return { server, host: `127.0.0.1:${address.port}`, files };
}

/** The e2e `test` with this company. */
export const test = base.extend<StatementFixtures>({
  serviceWallets: [{ wallets: [{ id: walletId, name: 'Operating', currency: 'EUR' }] }, { option: true }],
  scale: [1, { option: true }],
  withKeyring: [false, { option: true }],
  statementApp: async ({ launch, dataFolder, simulator, serviceWallets, scale, withKeyring }, use) => {
    const storage = await startStorage();
    const acceptedBody = JSON.stringify({ statusCode: 202, message: 'The statement request is accepted' });
    simulator.faults.set('wallets', {
      kind: 'status',
      status: 200,
      body: JSON.stringify({ data: serviceWallets.wallets }),
    });
    simulator.faults.set('statementExport', { kind: 'status', status: 202, body: acceptedBody });
    const options: Partial<LaunchOptions> = {
      deviceScaleFactor: scale,
      keyring: withKeyring,
      ...(await writeManagedProfiles(dataFolder, [
        managedProfile(simulator, {
          options: { ...managedProfile(simulator).options, storageHosts: [storage.host] },
        }),
      ])),
    };
    const paydesk = await launch(options);
    await signIn(paydesk, simulator);
    await callCommand(paydesk, 'statements.wallets', {});
    const deliver = async ({ walletId, month, transactions, file, minutes = 1_440 }: EventOptions) => {
      const path = `/${walletId}/${month}-${storage.files.size}.csv`;
      storage.files.set(path, file);
      const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const createdAt = new Date().toISOString();
      const payload = {
        eventId: randomUUID(),
        eventType: 'wallet.statement.generated',
        createdAt,
        event: {
          walletId,
          companyId: 'practice-company',
          createdAt,
          dateFrom: `${month}-01T00:00:00.000Z`,
          dateTill: `${lastDay(month)}T23:59:59.999Z`,
          transactionCount: transactions,
          url: `http://${storage.host}${path}?X-Amz-Date=${date}&X-Amz-Expires=${minutes * 60}`,
        },
      };
      await callCommand(paydesk, 'statements.addEvents', { action: 'paste', text: JSON.stringify(payload) });
    };
    const request: StatementApp['request'] = async (walletIds, months, format = 'csv') => {
      const periods = months.map((month) => ({ since: `${month}-01`, till: lastDay(month) }));
      await callCommand(paydesk, 'statements.request', {
        profileId,
        walletIds: [...walletIds],
        periods,
        format,
        email: '',
      });
    };
    const store: StatementApp['store'] = async (event) => {
      await request([event.walletId], [event.month]);
      const waiting = { state: 'waiting' as const, offset: 0, limit: 200 };
      const { rows } = await callCommand(paydesk, 'statements.list', waiting);
      const id = Math.max(...rows.map((row) => row.id));
      await deliver(event);
      await expect
        .poll(async () => (await callCommand(paydesk, 'statements.get', { id })).state, { timeout: 60_000 })
        .toBe('stored');
      return id;
    };
    const open = async () => {
      await paydesk.page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
      await expect(paydesk.page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
    };
    await use({
      paydesk,
      deliver,
      request,
      store,
      open,
      storeLines(month, lines, wallet = walletId) {
        const file = new TextEncoder().encode(csvOf(lines));
        return store({ walletId: wallet, month, transactions: lines.length - 1, file });
      },
      async review(place = 0) {
        await open();
        const { page } = paydesk;
        await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
        const inbox = page.getByRole('grid', { name: 'Statements' });
        await inbox.getByRole('button', { name: 'Review' }).nth(place).click();
        // Only loaded rows can be selected.
        await expect(
          rowsOf(paydesk)
            .getByRole('button', { name: /^Select row/ })
            .first(),
        ).toBeVisible();
      },
    });
    storage.server.closeAllConnections();
    storage.server.close();
  },
});
