/** @file What the clerk decides about matches with a ledger: rows of both sides that belong together, or do not. */
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type MatchedRow,
  type MatchSide,
  type MatchSummary,
  maxLinks,
  type ProposalGroup,
  type RowLink,
} from '../../../../shared/model/statements/ledger.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { createNameComparison } from '../../../formats/names/compare-names.ts';
import type { MethodName } from '../../../statement-engine/process/messages.ts';
import type { Ports } from '../../ports.ts';
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

interface LinkDeps extends Pick<Ports, 'clock' | 'info'> {
  /** Changes of decisions run one after the other. */
  readonly changes: SerialQueue;
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

  const decidedNow = () => ({ who: info.osUser, at: new Date(clock.now()).toISOString() });
  const compareNames = createNameComparison();

  /** Returns a link; rows with one name on each side, which have other words, say that both are of one party. */
  function toDecided({ statement, ledger }: Record<MatchSide, readonly MatchedRow[]>): DecidedLink {
    const toRows = (rows: readonly MatchedRow[]) => rows.map(({ row }) => row);
    const [name = '', ...others] = new Set(statement.map(({ name: stated }) => stated));
    const [otherName = '', ...moreOthers] = new Set(ledger.map(({ name: stated }) => stated));
    const isAlias = others.length + moreOthers.length === 0 && compareNames(name, otherName) === 'different';
    return {
      statement: toRows(statement),
      ledger: toRows(ledger),
      decided: decidedNow(),
      names: isAlias ? [name, otherName] : null,
    };
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
      found.push(...proposals.map(toDecided));
      if (proposals.length === 0 || found.length >= total) return found;
    }
  }

  return {
    link: ({ handle, rows }) =>
      changeLinks(handle, async ({ links, ...others }) => {
        const open = await callMatched('findOpenLedgerRows', { handle, rows });
        if (open === null) throw new PaydeskError('ledger-rows-matched', 'A row is matched already');
        return { ...others, links: [...links, toDecided(open)] };
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
        Promise.resolve(
          undoable?.after.links === links.links && undoable.after.separated === links.separated
            ? undoable.before
            : links,
        ),
      ),
    unlink: ({ handle, side, row }) =>
      changeLinks(handle, async (before) => {
        const { links, separated } = before;
        const found = await callMatched('ledgerMatchOf', { handle, side, row });
        if (found === null) return before;
        return found.kind === 'by-hand'
          ? { ...before, links: links.filter((link) => !hasRow(link, side, row)) }
          : { ...before, separated: [...separated, { ...found.rows, decided: decidedNow(), names: null }] };
      }),
    rejoin: ({ handle, side, row }) =>
      changeLinks(handle, async ({ separated, ...others }) => ({
        ...others,
        separated: separated.filter((link) => !hasRow(link, side, row)),
      })),
  };
}
