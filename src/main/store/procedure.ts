/**
 * @file Procedures: the only statements that run on the database. A procedure runs whole inside one transaction in
 * the store's worker; arguments and result are parsed where they cross the border between the threads.
 */
import type { z } from 'zod';
import type { Database } from './database.ts';

/** One named piece of work on the database. */
export interface Procedure<Args, Result> {
  readonly name: string;
  readonly args: z.ZodType<Args>;
  readonly result: z.ZodType<Result>;
  /** Parses the arguments and runs; gives raw rows, which the caller parses with `result`. */
  execute(database: Database, args: unknown): unknown;
}

/** Declares a procedure. What `run` returns must be what `result` parses. */
export function procedure<Args, Result>(
  name: string,
  schemas: { readonly args: z.ZodType<Args>; readonly result: z.ZodType<Result> },
  run: (database: Database, args: Args) => unknown,
): Procedure<Args, Result> {
  return {
    name,
    ...schemas,
    execute: (database, args) => run(database, schemas.args.parse(args)),
  };
}

/** A procedure whose types do not matter, for lists of them. */
export interface AnyProcedure {
  readonly name: string;
  execute(database: Database, args: unknown): unknown;
}

/** The tables of one feature: how they came to be, and what is done with them. */
export interface TableSet {
  readonly name: string;
  /** SQL scripts in the order in which they were released; a released script never changes. */
  readonly migrations: readonly string[];
  readonly procedures: readonly AnyProcedure[];
}
