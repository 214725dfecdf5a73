/** @file Several statements that are opened as one table, as the statement engine does. */
import type { MethodName } from '../../../src/main/statement-engine/process/messages.ts';
import { defaultMatchSettings } from '../../../src/shared/model/statements/ledger.ts';
import type { View } from '../../../src/shared/model/statements/open-statement.ts';
import type { ChartQuery } from '../../../src/shared/model/statements/statement-chart.ts';
import type { GroupKey } from '../../../src/shared/model/statements/statement-groups.ts';
import { bytesOf, startEngine, viewOf } from '../files/text-statement.ts';

interface StatementFile {
  readonly csv: string;
  readonly walletId?: number;
  readonly since?: string;
  readonly till?: string;
  readonly currency?: string;
}

/** Opens statements as one table, and returns calls about it. */
export async function uniteStatements(files: readonly StatementFile[]) {
  const callEngine = startEngine();
  const call = <Name extends MethodName>(name: Name, args: object = {}) =>
    callEngine(name, { handle: 1, ...args });
  const facts = files.map(({ walletId = 7, since = '2026-01-01', till = '2026-01-31' }) => ({
    walletId,
    since,
    till,
  }));
  const origins = facts.map((fact, index) => ({
    ...fact,
    wallet: `Wallet ${fact.walletId}`,
    period: fact.since.slice(0, 7),
    currency: files[index]?.currency ?? 'unknown',
  }));
  const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
  await call('unite', { names, origins, bytes: 1_000 });
  for (const [index, { csv }] of files.entries())
    await call('uniteNext', { index, source: { kind: 'bytes', bytes: bytesOf(csv) }, remembered: null });
  const ended = await call('uniteEnd');
  const setView = (view: Partial<View> = {}) => call('view', { view: { ...viewOf(), ...view } });
  await setView();
  const columnNamed = (name: string) => ended.opened.columns.findIndex((column) => column.name === name);
  return {
    ...ended,
    columnNamed,
    async rows(view: Partial<View> = {}) {
      await setView(view);
      return call('window', { offset: 0, limit: 200 });
    },
    sums: (name: string) => call('sums', { column: columnNamed(name), choice: { kind: 'view' } }),
    /** Returns the key, the rows and the net amount of each group of the view. */
    async groups(key: GroupKey) {
      const sort = { by: 'key', descending: false };
      const query = { amount: columnNamed('Amount'), keys: [key], share: 'net', sort };
      const { groups } = await call('groups', { query, offset: 0, limit: 100 });
      return groups.map(({ keys, rows, net }) => `${keys.join()}: ${rows} ${net}`).toSorted();
    },
    async chart(query: ChartQuery, view: Partial<View> = {}) {
      await setView(view);
      return call('chart', { query });
    },
    match(ledger: string) {
      const source = { kind: 'bytes' as const, bytes: bytesOf(ledger) };
      const decisions = { settings: defaultMatchSettings, links: { links: [], separated: [] } };
      return call('matchLedger', { key: 'ledger', source, reference: null, currency: null, ...decisions });
    },
    check() {
      const unknown = { companyId: 'c', currency: null, transactions: null, size: null, sha256: null };
      return call('checkUnion', { facts: facts.map((fact) => ({ ...fact, ...unknown })) });
    },
  };
}
