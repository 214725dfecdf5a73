/** @file The open work of this computer as a handover: every entry of the list, and what continues without a person. */
import { formatDuration, t } from '../../../../shared/messages/index.ts';
import { createNeedMessages } from '../../../../shared/messages/need-messages.ts';
import {
  type Moving,
  type Need,
  type Urgency,
  urgencyOf,
} from '../../../../shared/model/needs-you/needs-you.ts';
import type { Environment } from '../../../../shared/model/session/environment.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import { inSlices } from '../../../concurrency/slices.ts';

/** The name and environment of a profile; the environment is `null` for the computer and for a removed profile. */
interface HandoverProfile {
  readonly name: string;
  readonly environment: Environment | null;
}

interface HandoverItem {
  readonly urgency: Urgency;
  readonly title: string;
  readonly profile: HandoverProfile;
  readonly beneficiary: string | null;
  readonly walletId: number | null;
  readonly batchNumber: number | null;
  /** The computer's user who added the documents. */
  readonly addedBy: string | null;
  /** ISO 8601 UTC. */
  readonly since: string | null;
  /** The time since then, such as `3 days`. */
  readonly age: string | null;
  /** ISO 8601 UTC. */
  readonly linkExpiresAt: string | null;
  readonly consequence: string;
  readonly nextStep: string;
  /** What the title counts, such as references of proofs with the reason of their failure. */
  readonly details: readonly string[];
}

/** Work of one kind in one profile that continues without a person, such as `12 documents`. */
interface HandoverMoving {
  readonly profile: HandoverProfile;
  readonly kind: Moving['kind'];
  readonly number: number;
  readonly text: string;
}

/** The content of the document, whatever its format. */
export interface Handover {
  /** ISO 8601 UTC time of the list. */
  readonly asOf: string;
  /** The computer's user. */
  readonly savedBy: string;
  /** Version of Paydesk. */
  readonly version: string;
  /** Most urgent first. */
  readonly items: readonly HandoverItem[];
  readonly moving: readonly HandoverMoving[];
}

export interface HandoverFacts {
  /** Milliseconds since 1970 at which the list was gathered. */
  readonly at: number;
  readonly savedBy: string;
  readonly version: string;
  readonly profiles: readonly Pick<Profile, 'id' | 'name' | 'environment'>[];
  readonly listDetails: (need: Need) => Promise<readonly string[]>;
}

/** Describes open work that is sorted like the list. */
export async function describeHandover(
  { needs, moving }: { readonly needs: readonly Need[]; readonly moving: readonly Moving[] },
  { at, savedBy, version, profiles, listDetails }: HandoverFacts,
): Promise<Handover> {
  const profileById = new Map(profiles.map((profile) => [profile.id, profile]));

  function describeProfile(profileId: string | null): HandoverProfile {
    if (profileId === null) return { name: t('needsYou.urgency.upkeep'), environment: null };
    return profileById.get(profileId) ?? { name: t('needsYou.removedProfile'), environment: null };
  }

  async function describeNeed(need: Need): Promise<HandoverItem> {
    const { title, consequence } = createNeedMessages(need);
    const { since } = need;
    return {
      urgency: urgencyOf[need.kind],
      title,
      profile: describeProfile(need.profileId),
      beneficiary: 'label' in need ? need.label : null,
      walletId: 'walletId' in need ? need.walletId : null,
      batchNumber: 'batchNumber' in need ? need.batchNumber : null,
      addedBy: 'droppedBy' in need ? need.droppedBy : null,
      since,
      age: since === null ? null : formatDuration(at - Date.parse(since)),
      linkExpiresAt: need.kind === 'link-ending' ? need.endsAt : null,
      consequence,
      nextStep: describeNextStep(need),
      details: await listDetails(need),
    };
  }

  const items: HandoverItem[] = [];
  for await (const need of inSlices(needs)) items.push(await describeNeed(need));
  return {
    asOf: new Date(at).toISOString(),
    savedBy,
    version,
    items,
    moving: moving.map(({ kind, profileId, number }) => ({
      profile: describeProfile(profileId),
      kind,
      number,
      text: t(`needsYou.moving.${kind}`, { count: number }),
    })),
  };
}

/** Describes what a colleague does next, as a sentence that needs no screen. A kind without a sentence does not compile. */
function describeNextStep(need: Need): string {
  switch (need.kind) {
    case 'batch-draft':
    case 'documents-failed':
    case 'files-missing':
      return t(`handover.next.${need.kind}`, { batchNumber: need.batchNumber });
    case 'batch-paused':
      return t(`handover.next.batch-paused.${need.reason}`, { batchNumber: need.batchNumber });
    case 'documents-withheld':
      return need.onHold
        ? t('handover.next.documents-withheld.on-hold')
        : t('handover.next.documents-withheld.incomplete', { batchNumber: need.batchNumber });
    case 'keychain':
      return t(`handover.next.keychain.${need.state}`);
    default:
      return t(`handover.next.${need.kind}`);
  }
}
