/** @file DuckDB on the same unencrypted files, for comparison and to verify the results. */
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import type { CurrencySum } from '../../src/shared/model/statements/open-statement.ts';

const sumsSchema = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]));
const groupsSchema = z.array(z.array(z.string()));

/** A statement in DuckDB, in memory, with DuckDB's default number of threads. */
interface DuckDbStatement extends Disposable {
  /** Reads the file into a table and replaces the previous one. Amounts and balances become exact decimals. */
  open(): Promise<void>;
  /** Counts the rows that contain a text in any column, case-sensitively. */
  find(text: string): Promise<number>;
  /** Sorts the row numbers by a column into a separate table. */
  sort(column: string, descending: boolean): Promise<void>;
  /** Sums of the amounts in cents, by currency in alphabetical order. */
  sums(): Promise<CurrencySum[]>;
  /**
   * Groups by expressions of SQL and by currency. Each group has the texts of its keys, its currency, and as texts its number of
   * rows, incoming, outgoing and net sum, in cents.
   */
  groups(keys: readonly string[]): Promise<string[][]>;
  close(): void;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function columnName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The CSV file at a path as a table of SQL. `types` are the types of its columns; by default, DuckDB guesses them. */
export function csvTable(path: string, types: string): string {
  return `read_csv(${literal(path)}, header = true, delim = ',', quote = '"', escape = '"', ${types})`;
}

/** Starts DuckDB in memory. */
export async function startDuckDb() {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    connection,
    /** Loads a table of SQL under a name, in place of an earlier one. */
    async load(name: string, table: string) {
      await connection.run(`create or replace table ${name} as select * from ${table}`);
    },
    rowsOf: async (sql: string) => (await connection.runAndReadAll(sql)).getRows(),
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Prepares DuckDB for the CSV at a path, which has the columns of the benchmarks. */
export async function duckDbStatement(path: string): Promise<DuckDbStatement> {
  const duckDb = await startDuckDb();
  const { connection, rowsOf } = duckDb;
  const table = csvTable(path, "types = {'Amount': 'DECIMAL(18,2)', 'Balance': 'DECIMAL(18,2)'}");
  return {
    open: () => duckDb.load('statement', table),
    async find(text) {
      const statement = await connection.runAndReadAll('select * from statement limit 0');
      const conditions = statement
        .columnNames()
        .map((name) => `contains(${columnName(name)}::varchar, ${literal(text)})`);
      const rows = await rowsOf(`select count(*)::integer from statement where ${conditions.join(' or ')}`);
      return z.tuple([z.tuple([z.number()])]).parse(rows)[0][0];
    },
    async sort(column, descending) {
      const direction = descending ? 'desc' : 'asc';
      await connection.run(
        `create or replace temp table sorted as select rowid as number from statement order by ${columnName(column)} ${direction}`,
      );
    },
    async sums() {
      const cents = '(Amount * 100)::hugeint';
      const rows = await rowsOf(`
        select Currency, count(*)::varchar, coalesce(sum(${cents}) filter (Amount >= 0), 0)::hugeint::varchar,
          coalesce(sum(${cents}) filter (Amount < 0), 0)::hugeint::varchar, sum(${cents})::hugeint::varchar
        from statement where Amount is not null group by Currency order by Currency`);
      return sumsSchema.parse(rows).map(([currency, count, incoming, outgoing, net]) => ({
        currency,
        rows: Number(count),
        incoming,
        outgoing,
        net,
      }));
    },
    async groups(keys) {
      const cents = '(Amount * 100)::bigint';
      const all = [...keys, 'Currency'].join(', ');
      const rows = await rowsOf(`
        select ${keys.map((key) => `${key}::varchar`).join(', ')}, Currency, count(*)::varchar,
          coalesce(sum(${cents}) filter (Amount >= 0), 0)::varchar,
          coalesce(sum(${cents}) filter (Amount < 0), 0)::varchar, sum(${cents})::varchar
        from statement where Amount is not null group by ${all} order by ${all}`);
      return groupsSchema.parse(rows);
    },
    close: () => duckDb[Symbol.dispose](),
    [Symbol.dispose]: () => duckDb[Symbol.dispose](),
  };
}

/** Sorts sums by currency, like the sums of DuckDB. */
export function inOrder(sums: readonly CurrencySum[]): CurrencySum[] {
  return sums.toSorted((one, two) => (one.currency < two.currency ? -1 : 1));
}
