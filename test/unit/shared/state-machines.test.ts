import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machines, stateMachinesPage } from '../../../scripts/states.ts';
import { openDatabase } from '../../../src/main/storage/store/database.ts';
import { createTransitionSql, sqlList } from '../../../src/main/storage/store/state-sql.ts';
import type { StateMachine } from '../../../src/shared/model/state-machine.ts';
import { root } from '../layers/imports.ts';

/** Returns the changes of states that a machine allows. */
function changesOf({ transitions }: StateMachine<string>): string[][] {
  return Object.values(transitions).flatMap(({ from, to }) =>
    from.flatMap((before) => to.filter((after) => after !== before).map((after) => [before, after])),
  );
}

/** States that never change again. */
const terminalStates: Readonly<Record<string, readonly string[]>> = {
  Document: ['attached'],
  Batch: [],
  'Attach operation': ['attached', 'refused', 'not-done', 'confirmed', 'abandoned'],
  Statement: ['refused', 'e-mailed'],
  'Statement event': ['taken', 'discarded'],
};

describe.each(Object.entries(machines))('the state machine of a %s', (title, machine) => {
  const { table, states, initial, transitions } = machine;
  const changes = changesOf(machine);

  test('reaches every state from its initial states', () => {
    const reached = new Set(initial);
    // A set yields the states that are added while it is iterated.
    for (const state of reached) for (const [from, to = ''] of changes) if (from === state) reached.add(to);
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('has a transition from every state that is not terminal', () => {
    const isLeft = new Set(changes.map(([from]) => from));
    expect(states.filter((state) => !isLeft.has(state))).toEqual(terminalStates[title]);
  });

  test.each(Object.entries(transitions))('changes only rows in a state before %s', (name, { from, to }) => {
    const database = openDatabase(':memory:');
    const update = createTransitionSql(machine);
    database.runScript(`CREATE TABLE ${table} (state TEXT)`);
    for (const target of to) {
      database.run(`DELETE FROM ${table}`);
      for (const state of states) database.run(`INSERT INTO ${table} VALUES ($state)`, { state });
      expect(database.run(update(name, { to: target })).changes).toBe(from.length);
      const kept = states.filter((state) => !from.includes(state));
      expect(
        database
          .all(`SELECT state FROM ${table}`)
          .map(({ state }) => String(state))
          .sort(),
      ).toEqual([...kept, ...from.map(() => target)].sort());
    }
  });
});

test('docs/state-machines.md is up to date with npm run states', async () => {
  expect(await readFile(join(root, 'docs/state-machines.md'), 'utf8')).toBe(stateMachinesPage());
});

test('a list of states for SQL accepts only literal types', () => {
  const fromOutside: string[] = ['found'];
  // @ts-expect-error Any text would get into SQL unchanged.
  expect(sqlList(fromOutside)).toBe(`('found')`);
  expect(sqlList(['found', 'checking'])).toBe(`('found', 'checking')`);
});
