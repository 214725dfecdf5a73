/** @file Ten thousand lines: no query takes quadratic time. */
import { describe, expect, test } from 'vitest';
import { openWork as openBeneficiaries } from '../../../../src/main/features/beneficiaries/open-work.ts';
import { openWork as openDocuments } from '../../../../src/main/features/documents/database/open-work.ts';
import { listOpenWork as openProofs } from '../../../../src/main/features/proofs/open-work.ts';
import {
  closeStatement,
  listOpenWork as openStatements,
} from '../../../../src/main/features/statements/database/open-work.ts';
import type { Database } from '../../../../src/main/storage/store/database.ts';
import type { AnyProcedure } from '../../../../src/main/storage/store/procedure.ts';
import { writeManyNeeds } from '../../../fakes/many-needs.ts';
import { recordStatements } from '../../../fakes/servers/recorded-statements.ts';
import { openTables } from '../documents/tables.ts';

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/**
 * Returns the steps of a query plan that scan a whole table for each row of another: within a correlated subquery, or as
 * the inner loop of a join. Materialized subqueries are read once and do not count.
 */
function repeatedScans(database: Database, sql: string): string[] {
  const steps: Step[] = database.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => ({
    id: Number(row['id']),
    parent: Number(row['parent']),
    detail: String(row['detail']),
  }));
  const parentOf = new Map(steps.map(({ id, parent }) => [id, parent]));
  const correlated = new Set(
    steps.filter(({ detail }) => detail.startsWith('CORRELATED')).map(({ id }) => id),
  );
  const isRepeated = ({ id, parent }: Step) => {
    for (let at: number | undefined = parent; at !== undefined && at !== 0; at = parentOf.get(at)) {
      if (correlated.has(at)) return true;
    }
    return steps.some(
      (other) => other.parent === parent && other.id < id && /^(?:SCAN|SEARCH)/.test(other.detail),
    );
  };
  return steps
    .filter((step) => /^SCAN (?!CONSTANT|json_each)/.test(step.detail) && isRepeated(step))
    .map(({ detail }) => `${detail} in ${sql}`);
}

const work = [
  ['documents', openDocuments, { active: ['a'] }],
  ['beneficiaries', openBeneficiaries, null],
  ['proofs', openProofs, { active: ['a'] }],
  ['statements', openStatements, { at: 0, signed: [] }],
  ['a closed statement', closeStatement, { profileId: 'a', id: 1, at: 0 }],
] as const;

/** Returns the statements that a procedure runs, with its database. */
function statementsOf(procedure: AnyProcedure, args: unknown, lines: 'none' | 'many') {
  const { database } = openTables();
  if (lines === 'many') writeManyNeeds(database, 'a', Date.UTC(2026, 10, 22));
  const recorded = recordStatements(database);
  procedure.execute(recorded.database, args);
  return { database, statements: recorded.statements };
}

describe('the open work of', () => {
  test.each(work)('%s is read without a table scan for each row', (_, procedure, args) => {
    const { database, statements } = statementsOf(procedure, args, 'none');
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.flatMap((sql) => repeatedScans(database, sql))).toEqual([]);
    // Other requests for the same statement are found by the index `statement_place`.
    const details = statements.flatMap((sql) => database.all(`EXPLAIN QUERY PLAN ${sql}`));
    for (const { detail } of details) {
      if (String(detail).startsWith('SEARCH n ')) expect(detail).toContain('statement_place');
    }
  });

  test.each(work)('%s takes as many queries for thousands of lines as for none', (_, procedure, args) => {
    const none = statementsOf(procedure, args, 'none').statements.length;
    expect(statementsOf(procedure, args, 'many').statements).toHaveLength(none);
  });
});
