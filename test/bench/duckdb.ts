/** @file DuckDB on the same unencrypted statement, for comparison and to verify the sums. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import type { CurrencySum } from '../../src/shared/model/review.ts';

const sumsSchema = z.array(
  z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]),
);

/** A statement in DuckDB, in memory, with DuckDB's default number of threads. */
export interface DuckDbStatement {
  /** Reads the file into a table and replaces the previous one. Amounts and balances become exact decimals. */
  open(): Promise<void>;
  /** Counts the rows that contain a text in any column, case-sensitively. */
  find(text: string): Promise<number>;
  /** Sorts the row numbers by a column into a separate table. */
  sort(column: string, descending: boolean): Promise<void>;
  /** Sums of the amounts in cents, by currency in alphabetical order; `where` is SQL. */
  sums(where?: string): Promise<CurrencySum[]>;
  /**
   * Groups by expressions of SQL and by currency. Each group has the texts of its keys, its currency, and as texts its number of
   * rows, incoming, outgoing and net sum, least and largest amount, in cents.
   */
  groups(keys: readonly string[]): Promise<string[][]>;
  close(): void;
}

const groupsSchema = z.array(z.array(z.string()));

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function columnName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function columnsOf(connection: DuckDBConnection): Promise<string[]> {
  const answer = await connection.runAndReadAll('select * from statement limit 0');
  return answer.columnNames();
}

/** Prepares DuckDB for the CSV at a path, which has the columns of the benchmarks. */
export async function duckDbStatement(path: string): Promise<DuckDbStatement> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const types = "{'Amount': 'DECIMAL(18,2)', 'Balance': 'DECIMAL(18,2)'}";
  return {
    async open() {
      await connection.run(
        `create or replace table statement as select * from read_csv(${literal(path)}, header = true, delim = ',', quote = '"', escape = '"', types = ${types})`,
      );
    },
    async find(text) {
      const conditions = (await columnsOf(connection)).map(
        (name) => `contains(${columnName(name)}::varchar, ${literal(text)})`,
      );
      const answer = await connection.runAndReadAll(
        `select count(*)::integer from statement where ${conditions.join(' or ')}`,
      );
      return z.tuple([z.tuple([z.number()])]).parse(answer.getRows())[0][0];
    },
    async sort(column, descending) {
      const direction = descending ? 'desc' : 'asc';
      await connection.run(
        `create or replace temp table sorted as select rowid as number from statement order by ${columnName(column)} ${direction}`,
      );
    },
    async sums(where = 'true') {
      const cents = '(Amount * 100)::hugeint';
      const answer = await connection.runAndReadAll(`
        select Currency, count(*)::varchar, coalesce(sum(${cents}) filter (Amount >= 0), 0)::hugeint::varchar,
          coalesce(sum(${cents}) filter (Amount < 0), 0)::hugeint::varchar, sum(${cents})::hugeint::varchar,
          min(${cents})::varchar, max(${cents})::varchar
        from statement where Amount is not null and ${where} group by Currency order by Currency`);
      return sumsSchema
        .parse(answer.getRows())
        .map(([currency, rows, incoming, outgoing, net, least, largest]) => ({
          currency,
          rows: Number(rows),
          incoming,
          outgoing,
          net,
          least,
          largest,
        }));
    },
    async groups(keys) {
      const cents = '(Amount * 100)::bigint';
      const answer = await connection.runAndReadAll(
        `
        select ${keys.map((key) => `${key}::varchar`).join(', ')}, Currency, count(*)::varchar,
          coalesce(sum(${cents}) filter (Amount >= 0), 0)::varchar,
          coalesce(sum(${cents}) filter (Amount < 0), 0)::varchar, sum(${cents})::varchar,
          min(${cents})::varchar, max(${cents})::varchar
        from statement where Amount is not null group by all_keys order by all_keys`.replaceAll(
          'all_keys',
          [...keys, 'Currency'].join(', '),
        ),
      );
      return groupsSchema.parse(answer.getRows());
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Sorts sums by currency, like the sums of DuckDB. */
export function inOrder(sums: readonly CurrencySum[]): CurrencySum[] {
  return sums.toSorted((one, two) => (one.currency < two.currency ? -1 : 1));
}
