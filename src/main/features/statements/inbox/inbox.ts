/**
 * @file Ingests events from all sources: parses and validates them, and matches them to requests or quarantines them.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { EventOrigin, QuarantineReason } from '../../../../shared/model/statements.ts';
import type { Clock } from '../../../platform.ts';
import { checkLink } from '../../../service/statement-link.ts';
import type { StatementLink } from '../../../service/targets.ts';
import type { Store } from '../../../store/store.ts';
import type { HeldLink } from '../download/queue.ts';
import * as tables from '../tables/events.ts';
import { agreedHosts } from '../tables/inbox.ts';
import { readEvent } from './event.ts';

/** The outcome of an event, and the names of its undocumented fields. */
export type IngestResult = IngestOutcome & { readonly unknownFields: readonly string[] };

type IngestOutcome =
  | { readonly kind: 'taken'; readonly statementId: number }
  /** Already known; `statementId` is its statement while that is being downloaded. */
  | { readonly kind: 'repeated'; readonly statementId: number | null }
  | {
      readonly kind: 'quarantined';
      readonly id: number;
      readonly reason: QuarantineReason;
      readonly removed: Removed;
    }
  /** Not an event: only the fact that it arrived is recorded. */
  | {
      readonly kind: 'unreadable';
      readonly reason: QuarantineReason;
      readonly detail: string;
      readonly removed: Removed;
    };

/** IDs of older quarantined events that were removed, because there were too many. */
type Removed = readonly number[];

interface Quarantined {
  readonly profileId: string;
  readonly link: StatementLink;
  readonly host: string;
  readonly expiresAt: number | null;
  readonly format: 'csv' | 'pdf' | null;
}

export interface Inbox {
  /** Ingests one event for a profile. */
  ingest(profile: Profile, bytes: Uint8Array, source: EventOrigin): Promise<IngestResult>;
  /** Returns true while the link of a quarantined event is in memory. */
  holds(eventRow: number): boolean;
  /** Accepts a quarantined event. Throws `link-lost` when its link is no longer in memory. */
  accept(profile: Profile, eventRow: number): Promise<number>;
  discard(profileId: string, eventRow: number): Promise<void>;
  /** Forgets the links of a profile. */
  forgetProfile(profileId: string): void;
}

/** Maximum number of links of quarantined events; the oldest are forgotten. */
const maxQuarantined = 2_000;

/** Creates the inbox. `onReady` is called with the link of each statement that has become ready. */
export function createInbox(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly allowHttpLoopback: (profile: Profile) => boolean;
  readonly storageHosts: (profile: Profile) => readonly string[];
  readonly onReady: (held: HeldLink) => void;
}): Inbox {
  const { store, clock } = deps;
  const quarantined = new Map<number, Quarantined>();

  async function hostsOf(profile: Profile): Promise<string[]> {
    const agreed = await store.run(agreedHosts, { profileId: profile.id });
    return [...deps.storageHosts(profile), ...agreed.map(({ host }) => host)];
  }

  function quarantine(eventRow: number, held: Quarantined): void {
    quarantined.set(eventRow, held);
    const oldest = quarantined.size > maxQuarantined ? quarantined.keys().next().value : undefined;
    if (oldest !== undefined) quarantined.delete(oldest);
  }

  function forgetLinks(eventRows: Removed): void {
    for (const eventRow of eventRows) quarantined.delete(eventRow);
  }

  async function ingest(profile: Profile, bytes: Uint8Array, source: EventOrigin): Promise<IngestResult> {
    const read = readEvent(bytes);
    const profileId = profile.id;
    const now = clock.now();
    if (!read.ok) {
      const { reason, detail } = read;
      const { removed } = await store.run(tables.quarantineEvent, {
        profileId,
        at: now,
        source,
        reason,
        detail,
      });
      forgetLinks(removed);
      return { kind: 'unreadable', reason, detail, removed, unknownFields: [] };
    }
    const { url, ...event } = read.event;
    const { unknownFields } = event;
    const checked = checkLink(url, {
      allowHttpLoopback: deps.allowHttpLoopback(profile),
      hosts: await hostsOf(profile),
    });
    if (checked.result === 'unusable') {
      const nothing = { host: null, expiresAt: null, format: null };
      const given = { ...event, ...nothing, profileId, at: now, source, link: checked.result };
      const outcome = await store.run(tables.takeEvent, given);
      if (outcome.kind === 'quarantined') forgetLinks(outcome.removed);
      return { ...outcome, unknownFields };
    }
    const { link, result, ...known } = checked;
    const expired = known.expiresAt !== null && known.expiresAt <= now;
    const given = {
      ...event,
      ...known,
      profileId,
      at: now,
      source,
      link: expired ? 'expired' : result,
    } as const;
    const outcome = await store.run(tables.takeEvent, given);
    if (outcome.kind === 'taken') {
      deps.onReady({ statementId: outcome.statementId, profile, link, expiresAt: known.expiresAt });
    }
    if (outcome.kind === 'quarantined') {
      forgetLinks(outcome.removed);
      if (!expired) quarantine(outcome.id, { profileId, link, ...known });
    }
    return { ...outcome, unknownFields };
  }

  return {
    ingest,
    holds: (eventRow) => quarantined.has(eventRow),
    async accept(profile, eventRow) {
      const profileId = profile.id;
      const held = quarantined.get(eventRow);
      if (held === undefined || held.profileId !== profileId) {
        throw new PaydeskError('link-lost', 'The link of this event is no longer known');
      }
      const { link, host, expiresAt, format } = held;
      const at = clock.now();
      const taken = await store.run(tables.takeQuarantined, { profileId, id: eventRow, at, host, format });
      quarantined.delete(eventRow);
      deps.onReady({ statementId: taken.statementId, profile, link, expiresAt });
      return taken.statementId;
    },
    forgetProfile(profileId) {
      for (const [eventRow, held] of quarantined)
        if (held.profileId === profileId) quarantined.delete(eventRow);
    },
    async discard(profileId, eventRow) {
      await store.run(tables.discardEvent, { profileId, id: eventRow });
      quarantined.delete(eventRow);
    },
  };
}
