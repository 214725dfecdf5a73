/** @file Statements from a text, opened as the statement engine does. */
import type { z } from 'zod';
import { createEngine } from '../../../src/main/statement-engine/process/engine.ts';
import { engineMethods, type MethodName } from '../../../src/main/statement-engine/process/messages.ts';
import { StatementSession } from '../../../src/main/statement-engine/process/session.ts';
import { type OpenOptions, openTable, type Table } from '../../../src/main/statement-engine/read/table.ts';
import type { StatementFilter, View } from '../../../src/shared/model/statements/open-statement.ts';

/** A text, its lines, or its bytes in any encoding. */
export type StatementText = string | readonly string[] | Uint8Array;

export function bytesOf(text: StatementText): Uint8Array {
  if (text instanceof Uint8Array) return text;
  return new TextEncoder().encode(typeof text === 'string' ? text : text.join('\n'));
}

export function tableOf(text: StatementText, options: OpenOptions = {}): Table {
  return openTable(bytesOf(text), options);
}

export function sessionOf(text: StatementText, options: OpenOptions = {}): StatementSession {
  const bytes = bytesOf(text);
  return new StatementSession({ bytes, table: openTable(bytes, options) });
}

/** The view of the rows that pass all filters, in the order of the file. */
export function viewOf(...filters: StatementFilter[]): View {
  return { sort: null, filters, find: '' };
}

function parseResult<Method extends { readonly result: z.ZodType }>(
  { result }: Method,
  value: unknown,
): z.output<Method['result']> {
  const schema: Method['result'] = result;
  return schema.parse(value);
}

/** Returns calls of an engine, whose results are parsed as those of the statement engine are. */
export function startEngine() {
  const engine = createEngine();
  return async <Name extends MethodName>(name: Name, args: object) =>
    parseResult(engineMethods[name], await engine({ name, args }));
}

/** Returns a file whose rows have one day after the other in front, from 5 January 2026. */
export const datedFile = (columns: string, rows: readonly string[]) =>
  [`Date,${columns}`, ...rows.map((row, day) => `2026-01-${String(day + 5).padStart(2, '0')},${row}`)].join(
    '\n',
  );

/**
 * Parses cases of a test. The first line of each has its title and what is expected, with `=>` between them; the next lines
 * are a file; a blank line ends the case.
 */
export function casesOf(text: string): [title: string, expected: string, file: string][] {
  return text
    .trim()
    .split('\n\n')
    .map((part) => {
      const [head = '', ...lines] = part.split('\n');
      const [title = '', expected = ''] = head.split(' => ');
      return [title, expected, lines.join('\n')];
    });
}
