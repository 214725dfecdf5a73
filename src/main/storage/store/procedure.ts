/**
 * @file Procedures: the only access to the database. A procedure runs within one transaction in the store's worker
 * thread; arguments and result are validated when they cross the thread boundary.
 */
import type { z } from 'zod';
import type { Database } from './database.ts';

/** A named operation on the database. */
export interface Procedure<Args, Result> {
  readonly name: string;
  readonly args: z.ZodType<Args>;
  readonly result: z.ZodType<Result>;
  /** Validates the arguments and runs the procedure; returns raw rows, which the caller validates with `result`. */
  execute(database: Database, args: unknown): unknown;
}

/** Declares a procedure. The schema `result` must accept the return value of `run`. */
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

/** A procedure without its types, for lists of procedures. */
export interface AnyProcedure {
  readonly name: string;
  execute(database: Database, args: unknown): unknown;
}

/** True for procedures among the exports of a module. */
function isProcedure(value: unknown): value is AnyProcedure {
  return typeof value === 'object' && value !== null && 'execute' in value;
}

/** The tables of one feature, with their procedures. */
export interface FeatureDatabase {
  readonly name: string;
  /** The SQL script that creates the tables. */
  readonly schema: string;
  readonly procedures: readonly AnyProcedure[];
}

/** Creates the table set of a feature; its procedures are those that the modules export. */
export function defineFeatureDatabase(
  name: string,
  schema: string,
  ...modules: readonly object[]
): FeatureDatabase {
  return {
    name,
    schema,
    procedures: modules.flatMap((exports) => Object.values(exports).filter(isProcedure)),
  };
}
