/** @file Points of the checklist of a statement, whose file is as its event announced it. */
import { checkTable } from '../../../src/main/statement-engine/checks/integrity.ts';
import type { StatementFacts } from '../../../src/main/statement-engine/process/methods/check-methods.ts';
import type { Table } from '../../../src/main/statement-engine/read/table.ts';
import type { CheckPoint } from '../../../src/shared/model/statements/open-statement.ts';

const facts: StatementFacts = {
  walletId: 410_023,
  companyId: 'c-1',
  currency: null,
  since: '2026-01-01',
  till: '2026-01-31',
  transactions: null,
  size: null,
  sha256: null,
};

/** Returns a point of the checklist of a table. */
export const pointOf = (table: Table, id: CheckPoint['id'], otherFacts: Partial<StatementFacts> = {}) =>
  checkTable(table, { ...facts, ...otherFacts }, { size: 0, sha256: '' }).find((point) => point.id === id);
