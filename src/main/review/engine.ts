/** @file The review engine of one thread: opens statements and serves calls about them. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { duplicateReferencesBetween } from './duplicate-references.ts';
import type { Request } from './envelope.ts';
import { checkPages, checkTable, dayNumber } from './integrity.ts';
import { isMethodName, type MethodName, reviewMethods, type Source } from './messages.ts';
import { readPreview } from './preview.ts';
import { type OpenChoice, type OpenFile, openBytes, openSealed } from './read-sealed.ts';
import type { KernelBuffer } from './read-tokens.ts';
import { determineShape } from './remembered-reading.ts';
import { determineRoles } from './roles.ts';
import { createSearcher } from './search.ts';
import { ReviewSession } from './session.ts';
import { digestOf, readSource } from './source.ts';

type Args<Name extends MethodName> = z.output<(typeof reviewMethods)[Name]['args']>;
type Result<Name extends MethodName> = z.output<(typeof reviewMethods)[Name]['result']>;
type Handlers = { readonly [Name in MethodName]: (args: Args<Name>) => Promise<Result<Name>> | Result<Name> };

/**
 * Creates the engine; the returned function serves one request. It rejects with `review-failed` when the engine fails.
 */
export function createEngine(): (request: Request) => Promise<unknown> {
  const sessions = new Map<number, ReviewSession>();
  const searcher = createSearcher();
  /** Memory of the last closed statement, for reuse. */
  let freeBuffer: KernelBuffer | null = null;

  function sessionOf(handle: number): ReviewSession {
    const session = sessions.get(handle);
    if (session === undefined) throw new PaydeskError('review-closed', 'The statement is not open');
    return session;
  }

  function closeSession(handle: number): void {
    const session = sessions.get(handle);
    sessions.delete(handle);
    freeBuffer = session?.buffer ?? freeBuffer;
    session?.dispose();
  }

  async function openFile(source: Source, choice: OpenChoice): Promise<OpenFile> {
    const buffer = freeBuffer;
    // The memory is not reused for another statement if reading fails.
    freeBuffer = null;
    if (source.kind === 'sealed') return openSealed(source.grant, choice, buffer);
    return openBytes(await readSource(source), choice);
  }

  const handlers: Handlers = {
    async open({ handle, source, ...choice }) {
      // Frees the statement that is open under the handle.
      closeSession(handle);
      const file = await openFile(source, choice);
      const session = new ReviewSession(file);
      sessions.set(handle, session);
      return { opened: session.describe(), use: file.use, shape: determineShape(file.bytes, file.table) };
    },
    close({ handle }) {
      closeSession(handle);
      return null;
    },
    linesBefore: ({ handle, most }) => sessionOf(handle).linesBefore(most),
    view: ({ handle, view }) => sessionOf(handle).setView(view),
    window: ({ handle, offset, limit }) => sessionOf(handle).window(offset, limit),
    numbers: ({ handle, choice }) => sessionOf(handle).numbers(choice),
    hit: ({ handle, index }) => sessionOf(handle).hitPosition(index),
    sums: ({ handle, column, choice }) => sessionOf(handle).sumsWithLeftOut(column, choice),
    rows: ({ handle, choice, offset, limit }) => sessionOf(handle).rowsOf(choice, offset, limit),
    cells: ({ handle, column, choice, most }) => sessionOf(handle).cellsOf(column, choice, most),
    check({ handle, facts }) {
      const { original, table } = sessionOf(handle);
      const sha256 = createHash('sha256').update(original).digest('hex');
      return checkTable(table, facts, { size: original.length, sha256 });
    },
    checkPages: async ({ source, facts }) => checkPages(facts, await digestOf(source)),
    preview: ({ handle, options }) => readPreview(sessionOf(handle).original, options),
    async duplicateReferences({ handle, reference, source, remembered, own, other }) {
      const session = sessionOf(handle);
      const column = reference ?? session.roles.reference;
      const { table } = openBytes(await readSource(source), { options: {}, remembered });
      const columns = determineRoles(table);
      // Columns of two files correspond by name.
      const name = column === null ? undefined : session.table.columns[column]?.name;
      const theirs =
        reference === null
          ? columns.reference
          : table.columns.findIndex((otherColumn) => otherColumn.name === name);
      if (column === null || theirs === null || theirs < 0) return null;
      const first = dayNumber(own.since > other.since ? own.since : other.since);
      const last = dayNumber(own.till < other.till ? own.till : other.till);
      const duplicates = duplicateReferencesBetween(
        session.references(column),
        session.roles,
        { table, column: theirs, columns },
        first > last ? null : { first, last },
      );
      return { ...duplicates, rows: [...duplicates.rows], theirs: [...duplicates.theirs], column: theirs };
    },
    search: ({ files, text, maxHits: most }) => searcher.search(files, text, most),
  };

  /** Parses the arguments of a method, then calls it. */
  function bind<Name extends MethodName>(
    name: Name,
    schema: z.ZodType<Args<Name>>,
  ): (args: unknown) => unknown {
    return (args) => handlers[name](schema.parse(args));
  }

  const handlersByName: Readonly<Record<MethodName, (args: unknown) => unknown>> = {
    open: bind('open', reviewMethods.open.args),
    close: bind('close', reviewMethods.close.args),
    linesBefore: bind('linesBefore', reviewMethods.linesBefore.args),
    view: bind('view', reviewMethods.view.args),
    window: bind('window', reviewMethods.window.args),
    numbers: bind('numbers', reviewMethods.numbers.args),
    duplicateReferences: bind('duplicateReferences', reviewMethods.duplicateReferences.args),
    hit: bind('hit', reviewMethods.hit.args),
    sums: bind('sums', reviewMethods.sums.args),
    rows: bind('rows', reviewMethods.rows.args),
    cells: bind('cells', reviewMethods.cells.args),
    preview: bind('preview', reviewMethods.preview.args),
    check: bind('check', reviewMethods.check.args),
    checkPages: bind('checkPages', reviewMethods.checkPages.args),
    search: bind('search', reviewMethods.search.args),
  };

  return async ({ name, args }) => {
    if (!isMethodName(name)) throw new PaydeskError('command-unknown', `The engine knows no ${name}`);
    try {
      return await handlersByName[name](args);
    } catch (thrown) {
      if (thrown instanceof PaydeskError && thrown.code !== 'unexpected') throw thrown;
      // Out of memory, or a bug of the engine: the statement cannot be read; other statements are not affected.
      const description = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'thrown';
      throw new PaydeskError('review-failed', `${name}: ${description}`);
    }
  };
}
