/** @file Stores the reading options that a clerk chose, per profile and wallet, among the settings. */
import { type RememberedReading, rememberedReadingSchema } from '../../review/file-shape.ts';
import { jsonColumn } from '../../store/columns.ts';
import type { ChoiceStore } from './column-layouts.ts';

export interface RememberedReadings {
  /** Returns the choice for a wallet; `null` when none is stored or the stored one is invalid. */
  read(profileId: string, walletId: number): Promise<RememberedReading | null>;
  keep(profileId: string, walletId: number, reading: RememberedReading): Promise<void>;
  forget(profileId: string, walletId: number): Promise<void>;
  /** Removes the choices of all wallets of a profile. */
  forgetProfile(profileId: string): Promise<void>;
}

const storedReadingSchema = jsonColumn(rememberedReadingSchema);

export function createRememberedReadings(choices: ChoiceStore): RememberedReadings {
  const prefixFor = (profileId: string) => `statement reading ${profileId} `;
  // The dot ends the number, because entries are removed by prefix.
  const nameFor = (profileId: string, walletId: number) => `${prefixFor(profileId)}${walletId}.`;
  return {
    async read(profileId, walletId) {
      const storedText = await choices.read(nameFor(profileId, walletId));
      return storedText === null ? null : (storedReadingSchema.safeParse(storedText).data ?? null);
    },
    async keep(profileId, walletId, reading) {
      await choices.keep(nameFor(profileId, walletId), JSON.stringify(reading));
    },
    forget: (profileId, walletId) => choices.forget(nameFor(profileId, walletId)),
    forgetProfile: (profileId) => choices.forget(prefixFor(profileId)),
  };
}
