/** @file What the clerk decides about matches with a ledger: rows of both sides that belong together, or do not. */
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type MatchSide,
  type MatchSummary,
  maxLinks,
  type ProposalGroup,
  type RowLink,
} from '../../../../shared/model/statements/ledger.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { Clock, PlatformInfo } from '../../../platform/platform.ts';
import type { MethodName } from '../../../statement-engine/process/messages.ts';
import type { MethodArgs, MethodResult } from '../grid/open-statement.ts';
import type { DecidedLink, DecidedLinks, Decisions, MatchedPair, StoredLedger } from './ledger-files.ts';

/** The ledger that is matched with what is open. */
export interface Matching {
  readonly handle: number;
  readonly ledger: StoredLedger;
  readonly pair: MatchedPair;
  /** SHA-256 of each statement, in the order of their rows. */
  readonly statements: readonly string[];
  readonly decisions: Decisions;
  readonly otherLinks: number;
}

/** Calls the statement engine about the matched ledger. */
export type CallMatched = <Name extends MethodName>(
  name: Name,
  args: MethodArgs<Name> & { readonly handle: number },
) => Promise<MethodResult<Name>>;

interface LinkDeps {
  /** Changes of decisions run one after the other. */
  readonly changes: SerialQueue;
  readonly clock: Pick<Clock, 'now'>;
  readonly info: Pick<PlatformInfo, 'osUser'>;
  /** Returns the matching of what is open under a handle. Throws `statement-closed`. */
  readonly requireMatching: (handle: number) => Matching;
  readonly callMatched: CallMatched;
  /** Stores changed decisions and matches again. */
  readonly decide: (matching: Matching, decisions: Decisions) => Promise<MatchSummary>;
}

const proposalsPerCall = 1_000;

/** True if a link has a row. */
function hasRow(link: RowLink, side: MatchSide, row: number): boolean {
  return link[side].includes(row);
}

type LinkAction = 'link' | 'groups' | 'proposals' | 'decide' | 'undo' | 'unlink' | 'rejoin';

export function createLinkHandlers({
  changes,
  clock,
  info,
  requireMatching,
  callMatched,
  decide,
}: LinkDeps): Pick<NonNullable<Handlers['viewer.ledger']>, LinkAction> {
  /** The links before and after the last decision about a group. */
  let undoable: { readonly before: DecidedLinks; readonly after: DecidedLinks } | null = null;

  function changeLinks(
    handle: number,
    change: (links: DecidedLinks) => Promise<DecidedLinks>,
  ): Promise<{ summary: MatchSummary }> {
    return changes.run(async () => {
      const matching = requireMatching(handle);
      const links = await change(matching.decisions.links);
      if (links.links.length > maxLinks || links.separated.length > maxLinks)
        throw new PaydeskError('ledger-links-full', 'There are too many links', {
          details: { max: maxLinks },
        });
      return { summary: await decide(matching, { ...matching.decisions, links }) };
    });
  }

  function toDecided(rows: RowLink): DecidedLink {
    return { ...rows, decided: { who: info.osUser, at: new Date(clock.now()).toISOString() } };
  }

  /** Returns the rows of all proposals of a group. */
  async function listProposals(
    handle: number,
    group: Pick<ProposalGroup, 'rule' | 'against'>,
  ): Promise<DecidedLink[]> {
    const found: DecidedLink[] = [];
    for (;;) {
      const page = { offset: found.length, limit: proposalsPerCall, isWhole: false };
      const { total, proposals } = await callMatched('ledgerProposals', { handle, group, ...page });
      for (const { statement, ledger } of proposals)
        found.push(
          toDecided({ statement: statement.map(({ row }) => row), ledger: ledger.map(({ row }) => row) }),
        );
      if (proposals.length === 0 || found.length >= total) return found;
    }
  }

  return {
    link: ({ handle, rows }) =>
      changeLinks(handle, async ({ links, separated }) => {
        if (!(await callMatched('areLedgerRowsOpen', { handle, rows })))
          throw new PaydeskError('ledger-rows-matched', 'A row is matched already');
        return { links: [...links, toDecided(rows)], separated };
      }),
    groups: async (args) => ({ groups: await callMatched('ledgerProposalGroups', args) }),
    proposals: ({ rule, against, ...page }) =>
      callMatched('ledgerProposals', { ...page, group: { rule, against }, isWhole: false }),
    decide: ({ handle, rule, against, row, isConfirmed }) =>
      changeLinks(handle, async (before) => {
        const proposed = await listProposals(handle, { rule, against });
        const found = proposed.filter((link) => row === null || hasRow(link, 'statement', row));
        const after = isConfirmed
          ? { ...before, links: [...before.links, ...found] }
          : { ...before, separated: [...before.separated, ...found] };
        undoable = { before, after };
        return after;
      }),
    undo: ({ handle }) =>
      changeLinks(handle, (links) =>
        Promise.resolve(undoable !== null && undoable.after === links ? undoable.before : links),
      ),
    unlink: ({ handle, side, row }) =>
      changeLinks(handle, async ({ links, separated }) => {
        const found = await callMatched('ledgerMatchOf', { handle, side, row });
        if (found === null) return { links, separated };
        return found.kind === 'by-hand'
          ? { links: links.filter((link) => !hasRow(link, side, row)), separated }
          : { links, separated: [...separated, toDecided(found.rows)] };
      }),
    rejoin: ({ handle, side, row }) =>
      changeLinks(handle, async ({ links, separated }) => ({
        links,
        separated: separated.filter((link) => !hasRow(link, side, row)),
      })),
  };
}
