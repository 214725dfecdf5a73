/** @file How clerks decided that statements are read: remembered for each wallet of each profile, among the settings. */
import { type RememberedReading, rememberedReadingSchema } from '../../review/file-shape.ts';
import { jsonColumn } from '../../store/columns.ts';
import type { ChoiceStore } from './column-layouts.ts';

export interface RememberedReadings {
  /** The choice for a wallet's statements; `null` without one, and for one that cannot be read. */
  read(profileId: string, walletId: number): Promise<RememberedReading | null>;
  keep(profileId: string, walletId: number, reading: RememberedReading): Promise<void>;
  forget(profileId: string, walletId: number): Promise<void>;
  /** Forgets the choices for all wallets of a profile. */
  forgetProfile(profileId: string): Promise<void>;
}

const keptSchema = jsonColumn(rememberedReadingSchema);

export function createRememberedReadings(choices: ChoiceStore): RememberedReadings {
  const startOf = (profileId: string) => `statement reading ${profileId} `;
  // The point ends the number: names are forgotten by how they begin.
  const nameOf = (profileId: string, walletId: number) => `${startOf(profileId)}${walletId}.`;
  return {
    async read(profileId, walletId) {
      const kept = await choices.read(nameOf(profileId, walletId));
      return kept === null ? null : (keptSchema.safeParse(kept).data ?? null);
    },
    async keep(profileId, walletId, reading) {
      await choices.keep(nameOf(profileId, walletId), JSON.stringify(reading));
    },
    forget: (profileId, walletId) => choices.forget(nameOf(profileId, walletId)),
    forgetProfile: (profileId) => choices.forget(startOf(profileId)),
  };
}
