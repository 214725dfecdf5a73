/** @file Watches a database for changes of states. */
import { machines } from '../../scripts/states.ts';
import type { Database } from '../../src/main/storage/store/database.ts';
import type { StateMachine } from '../../src/shared/model/state-machine.ts';

/** Returns the changes of states that a machine allows, each as `from -> to`. */
export function changesOf({ transitions }: StateMachine<string>): string[] {
  const changes = Object.values(transitions).flatMap(({ from, to }) =>
    from.flatMap((before) => to.filter((after) => after !== before).map((after) => `${before} -> ${after}`)),
  );
  return [...new Set(changes)].sort();
}

/** Returns a function that lists the changes of states in a table since this call. */
export function watchTransitions(database: Database): (table: string) => string[] {
  database.runScript(
    'CREATE TEMP TABLE state_change (changed_table TEXT, change TEXT, UNIQUE (changed_table, change))',
  );
  for (const { table } of Object.values(machines))
    database.runScript(`CREATE TEMP TRIGGER watch_${table} AFTER UPDATE OF state ON ${table}
      WHEN old.state <> new.state BEGIN
        INSERT OR IGNORE INTO state_change VALUES ('${table}', old.state || ' -> ' || new.state);
      END`);
  return (table) =>
    database
      .all('SELECT change FROM state_change WHERE changed_table = $table ORDER BY change', { table })
      .map(({ change }) => String(change));
}
