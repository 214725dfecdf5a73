/** @file Checks the statements of a table: each by itself, and how they follow each other. */
import { createHash } from 'node:crypto';
import type { CheckPoint } from '../../../shared/model/statements/open-statement.ts';
import { checkTable } from '../checks/integrity.ts';
import type { StatementFacts } from '../process/methods/check-methods.ts';
import { checkSuccession } from './continuity.ts';
import type { UnionPart } from './union.ts';

function checkPart({ table, bytes, firstRow }: UnionPart, facts: StatementFacts): CheckPoint[] {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return checkTable(table, facts, { size: bytes.length, sha256 }).map((point) => ({
    ...point,
    rows: point.rows.map((row) => row + firstRow),
  }));
}

/** Checks all statements of a table. `facts` has those of each announced statement. */
export function checkUnion(parts: readonly UnionPart[], facts: readonly StatementFacts[]) {
  return {
    statements: parts.map((part) => {
      const own = facts[part.index];
      return own === undefined ? [] : checkPart(part, own);
    }),
    succession: checkSuccession(parts).map(({ before, after, ...found }) => ({
      ...found,
      before: parts.indexOf(before),
      after: parts.indexOf(after),
    })),
  };
}
