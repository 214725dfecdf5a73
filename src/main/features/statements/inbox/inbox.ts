/**
 * @file Ingests events from all sources: every event is parsed, validated, and matched to a request or quarantined.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import type {
  EventFilter,
  EventOrigin,
  QuarantineReason,
} from '../../../../shared/model/statements/statements.ts';
import type { Clock } from '../../../platform/platform.ts';
import { checkLink } from '../../../service/statement-link.ts';
import type { StatementLink } from '../../../service/targets.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/events.ts';
import { listApprovedHosts } from '../database/inbox.ts';
import * as decisions from '../database/quarantine.ts';
import type { HeldLink } from '../download/queue.ts';
import { readEvent } from './event.ts';

/** The outcome of an event, and the names of its undocumented fields. */
export type IngestResult = IngestOutcome & { readonly unknownFields: readonly string[] };

type IngestOutcome =
  | { readonly kind: 'taken'; readonly statementId: number }
  /** The event is already known; `statementId` is set while its statement is being downloaded. */
  | { readonly kind: 'repeated'; readonly statementId: number | null }
  | {
      readonly kind: 'quarantined';
      readonly id: number;
      readonly reason: QuarantineReason;
      readonly removed: Removed;
    }
  /** The bytes are not an event; only their arrival is recorded. */
  | {
      readonly kind: 'unreadable';
      readonly reason: QuarantineReason;
      readonly detail: string;
      readonly removed: Removed;
    };

/** IDs of the oldest quarantined events, which were removed because there were too many. */
type Removed = readonly number[];

interface QuarantinedLink {
  readonly profileId: string;
  readonly link: StatementLink;
  readonly place: string;
  readonly expiresAt: number | null;
  readonly format: 'csv' | 'pdf' | null;
}

export type Inbox = ReturnType<typeof createInbox>;

/** Maximum number of links of quarantined events in memory; the oldest links are forgotten. */
const maxQuarantinedLinks = 2_000;

/** Creates the inbox. `onReady` is called with the link of each statement that has become ready. */
export function createInbox(deps: {
  readonly store: Store;
  readonly clock: Clock;
  /** The clock by which links expire. */
  readonly serviceClock: Clock;
  readonly allowHttpLoopback: (profile: Profile) => boolean;
  readonly storageHosts: (profile: Profile) => readonly string[];
  /** Asks before the first download from a place. Throws `cancelled` unless the clerk confirms. */
  readonly confirmPlace: (profile: Profile, place: string) => Promise<void>;
  readonly onReady: (held: HeldLink) => void;
}) {
  const { store, clock } = deps;
  const quarantinedLinks = new Map<number, QuarantinedLink>();

  async function checkLinkOf(profile: Profile, url: string) {
    const approved = await store.run(listApprovedHosts, { profileId: profile.id });
    return checkLink(url, {
      allowHttpLoopback: deps.allowHttpLoopback(profile),
      hosts: deps.storageHosts(profile),
      approved: approved.map(({ host }) => host),
    });
  }

  function retainLink(eventRow: number, quarantinedLink: QuarantinedLink): void {
    quarantinedLinks.set(eventRow, quarantinedLink);
    const oldestEventRow =
      quarantinedLinks.size > maxQuarantinedLinks ? quarantinedLinks.keys().next().value : undefined;
    if (oldestEventRow !== undefined) quarantinedLinks.delete(oldestEventRow);
  }

  function forgetLinks(eventRows: Removed): void {
    for (const eventRow of eventRows) quarantinedLinks.delete(eventRow);
  }

  function requireLink(profile: Profile, eventRow: number): QuarantinedLink {
    const quarantinedLink = quarantinedLinks.get(eventRow);
    if (quarantinedLink === undefined || quarantinedLink.profileId !== profile.id)
      throw new PaydeskError('link-lost', 'The link of this event is no longer known');
    return quarantinedLink;
  }

  const isExpired = ({ expiresAt }: Pick<QuarantinedLink, 'expiresAt'>) =>
    expiresAt !== null && expiresAt <= deps.serviceClock.now();

  /** Downloads from a link, or retains the link, as the outcome of its event says. */
  function followOutcome(outcome: IngestOutcome, profile: Profile, checked: QuarantinedLink): void {
    const { link, expiresAt } = checked;
    if (outcome.kind === 'taken')
      deps.onReady({ statementId: outcome.statementId, profile, link, expiresAt });
    if (outcome.kind !== 'quarantined') return;
    forgetLinks(outcome.removed);
    if (!isExpired(checked)) retainLink(outcome.id, checked);
  }

  async function ingest(profile: Profile, bytes: Uint8Array, source: EventOrigin): Promise<IngestResult> {
    const parsed = readEvent(bytes);
    const profileId = profile.id;
    const now = clock.now();
    if (!parsed.ok) {
      const { reason, detail } = parsed;
      const { removed } = await store.run(procedures.quarantineEvent, {
        profileId,
        at: now,
        source,
        reason,
        detail,
      });
      forgetLinks(removed);
      return { kind: 'unreadable', reason, detail, removed, unknownFields: [] };
    }
    const { url, ...event } = parsed.event;
    const { unknownFields } = event;
    const linkCheck = await checkLinkOf(profile, url);
    if (linkCheck.result === 'unusable') {
      const emptyLinkFields = { host: null, expiresAt: null, format: null };
      const incomingEvent = {
        ...event,
        ...emptyLinkFields,
        profileId,
        at: now,
        source,
        link: linkCheck.result,
      };
      const outcome = await store.run(procedures.ingestEvent, incomingEvent);
      if (outcome.kind === 'quarantined') forgetLinks(outcome.removed);
      return { ...outcome, unknownFields };
    }
    const { link, result, place, ...linkFields } = linkCheck;
    const incomingEvent = {
      ...event,
      ...linkFields,
      profileId,
      at: now,
      source,
      link: isExpired(linkFields) ? 'expired' : result,
    } as const;
    const outcome = await store.run(procedures.ingestEvent, incomingEvent);
    followOutcome(outcome, profile, { profileId, link, place, ...linkFields });
    return { ...outcome, unknownFields };
  }

  return {
    /** Ingests one event for a profile. */
    ingest,
    /** Returns true while the link of a quarantined event is in memory. */
    hasLink: (eventRow: number) => quarantinedLinks.has(eventRow),
    /** Accepts a quarantined event. Throws `link-lost` when its link is no longer in memory. */
    async accept(profile: Profile, eventRow: number) {
      const profileId = profile.id;
      const { link, place, expiresAt, format } = requireLink(profile, eventRow);
      // The place may have been approved since the event arrived.
      const { result } = await checkLinkOf(profile, link.reveal());
      if (result !== 'usable') await deps.confirmPlace(profile, place);
      const at = clock.now();
      const accepted = await store.run(decisions.acceptQuarantined, {
        profileId,
        id: eventRow,
        at,
        place,
        format,
      });
      quarantinedLinks.delete(eventRow);
      deps.onReady({ statementId: accepted.statementId, profile, link, expiresAt });
      return accepted.statementId;
    },
    /** Forgets the links of a profile. */
    forgetProfile(profileId: string) {
      for (const [eventRow, quarantinedLink] of quarantinedLinks)
        if (quarantinedLink.profileId === profileId) quarantinedLinks.delete(eventRow);
    },
    /**
     * Claims a quarantined event for the company: adds its missing request, and evaluates the event again. Throws
     * `link-lost` when its link is no longer in memory.
     */
    async claim(profile: Profile, companyId: string, eventRow: number) {
      const claimedLink = requireLink(profile, eventRow);
      const { result } = await checkLinkOf(profile, claimedLink.link.reveal());
      const claim = await store.run(decisions.claimEvent, {
        profileId: profile.id,
        companyId,
        id: eventRow,
        at: clock.now(),
        link: isExpired(claimedLink) ? 'expired' : result,
        format: claimedLink.format,
      });
      quarantinedLinks.delete(eventRow);
      followOutcome(claim.outcome, profile, claimedLink);
      return claim;
    },
    /** Discards the events under a filter up to an ID; returns their IDs. */
    async discardShown(profileId: string, filter: EventFilter, newestId: number) {
      const discarded = await store.run(decisions.discardShown, { profileId, filter, newestId });
      forgetLinks(discarded);
      return discarded;
    },
    async discard(profileId: string, eventRow: number) {
      await store.run(decisions.discardEvent, { profileId, id: eventRow });
      quarantinedLinks.delete(eventRow);
    },
  };
}
