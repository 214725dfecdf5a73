/** @file The engine of one thread: opens statements and answers about them. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';
import type { Reply, Request } from './envelope.ts';
import { checkPages, checkTable, dayNumber } from './integrity.ts';
import { type AskName, asks, isAskName, type Source } from './messages.ts';
import { previewOf } from './preview.ts';
import { type OpenChoice, type OpenFile, openBytes, openSealed } from './read-sealed.ts';
import type { Place } from './read-tokens.ts';
import { shapeOf } from './remembered.ts';
import { repeatsBetween } from './repeats.ts';
import { rolesOf } from './roles.ts';
import { createSearcher } from './search.ts';
import type { SecondThread } from './second-half.ts';
import { ReviewSession } from './session.ts';
import { digestOf, readSource } from './source.ts';

type Args<Name extends AskName> = z.output<(typeof asks)[Name]['args']>;
type Result<Name extends AskName> = z.output<(typeof asks)[Name]['result']>;
type Answers = { readonly [Name in AskName]: (args: Args<Name>) => Promise<Result<Name>> | Result<Name> };

/**
 * Creates the engine; its function answers one request and never rejects. `second` helps with large statements.
 */
export function createEngine(second: SecondThread | null = null): (request: Request) => Promise<Reply> {
  const open = new Map<number, ReviewSession>();
  const searcher = createSearcher();
  /** Where the statement was that was closed last, for the next one. */
  let free: Place | null = null;

  function sessionOf(handle: number): ReviewSession {
    const session = open.get(handle);
    if (session === undefined) throw new PaydeskError('review-closed', 'The statement is not open');
    return session;
  }

  function leave(handle: number): void {
    const session = open.get(handle);
    open.delete(handle);
    free = session?.place ?? free;
    session?.leave();
  }

  async function openFile(source: Source, choice: OpenChoice): Promise<OpenFile> {
    const place = free;
    // Until it is known that reading ended well, nobody else may have it.
    free = null;
    if (source.kind === 'sealed') return openSealed(source.grant, choice, second, place);
    return openBytes(await readSource(source), choice);
  }

  const answers: Answers = {
    async open({ handle, source, ...choice }) {
      // What was open under the handle makes room first.
      leave(handle);
      const file = await openFile(source, choice);
      const session = new ReviewSession(file);
      open.set(handle, session);
      return { opened: session.opened(), use: file.use, shape: shapeOf(file.bytes, file.table) };
    },
    close({ handle }) {
      leave(handle);
      return null;
    },
    linesBefore: ({ handle, most }) => sessionOf(handle).linesBefore(most),
    view: ({ handle, view }) => sessionOf(handle).setView(view),
    window: ({ handle, offset, limit }) => sessionOf(handle).window(offset, limit),
    numbers: ({ handle, choice }) => sessionOf(handle).numbers(choice),
    hit: ({ handle, index }) => sessionOf(handle).hit(index),
    sums: ({ handle, column, choice }) => sessionOf(handle).sumsAndRest(column, choice),
    words: ({ handle, column }) => {
      const words = sessionOf(handle).words(column);
      return words === null ? null : [...words];
    },
    rows: ({ handle, choice, offset, limit }) => sessionOf(handle).rowsOf(choice, offset, limit),
    cells: ({ handle, column, choice, most }) => sessionOf(handle).cellsOf(column, choice, most),
    check({ handle, facts }) {
      const { original, table } = sessionOf(handle);
      const sha256 = createHash('sha256').update(original).digest('hex');
      return checkTable(table, facts, { size: original.length, sha256 });
    },
    checkPages: async ({ source, facts }) => checkPages(facts, await digestOf(source)),
    preview: ({ handle, options }) => previewOf(sessionOf(handle).original, options),
    async repeats({ handle, reference, source, remembered, own, other }) {
      const session = sessionOf(handle);
      const column = reference ?? session.roles.reference;
      const { table } = openBytes(await readSource(source), { options: {}, remembered });
      const columns = rolesOf(table);
      // The same column of the other file is the one of the same name.
      const name = column === null ? undefined : session.table.columns[column]?.name;
      const theirs =
        reference === null ? columns.reference : table.columns.findIndex((found) => found.name === name);
      if (column === null || theirs === null || theirs < 0) return null;
      const first = dayNumber(own.since > other.since ? own.since : other.since);
      const last = dayNumber(own.till < other.till ? own.till : other.till);
      const found = repeatsBetween(
        session.references(column),
        session.roles,
        { table, column: theirs, columns },
        first > last ? null : { first, last },
      );
      return { ...found, rows: [...found.rows], theirs: [...found.theirs], column: theirs };
    },
    search: ({ files, text, most }) => searcher.search(files, text, most),
  };

  /** Each ask with its own types: parsed, then answered. */
  function bind<Name extends AskName>(name: Name, schema: z.ZodType<Args<Name>>): (args: unknown) => unknown {
    return (args) => answers[name](schema.parse(args));
  }

  const bound: Readonly<Record<AskName, (args: unknown) => unknown>> = {
    open: bind('open', asks.open.args),
    close: bind('close', asks.close.args),
    linesBefore: bind('linesBefore', asks.linesBefore.args),
    view: bind('view', asks.view.args),
    window: bind('window', asks.window.args),
    numbers: bind('numbers', asks.numbers.args),
    repeats: bind('repeats', asks.repeats.args),
    hit: bind('hit', asks.hit.args),
    sums: bind('sums', asks.sums.args),
    words: bind('words', asks.words.args),
    rows: bind('rows', asks.rows.args),
    cells: bind('cells', asks.cells.args),
    preview: bind('preview', asks.preview.args),
    check: bind('check', asks.check.args),
    checkPages: bind('checkPages', asks.checkPages.args),
    search: bind('search', asks.search.args),
  };

  return async ({ id, name, args }) => {
    try {
      if (!isAskName(name)) throw new PaydeskError('command-unknown', `The engine knows no ${name}`);
      return { id, ok: true, value: await bound[name](args) };
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (error.code !== 'unexpected') return { id, ok: false, error: toWire(error) };
      // Memory that is not there, or a fault of the engine: the statement cannot be read, and nothing else suffers.
      const told = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'thrown';
      return { id, ok: false, error: toWire(new PaydeskError('review-failed', `${name}: ${told}`)) };
    }
  };
}
