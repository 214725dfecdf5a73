/** @file How clerks arranged the columns of statements: remembered for each wallet of each profile, among the settings. */
import { type ColumnLayout, columnLayoutSchema } from '../../../shared/model/column-layout.ts';
import { jsonColumn } from '../../store/columns.ts';

/** Where texts are kept by name, over restarts. */
export interface ChoiceStore {
  /** `null` when there is none. */
  read(name: string): Promise<string | null>;
  keep(name: string, value: string): Promise<void>;
  /** Removes all whose names begin with a text. */
  forget(start: string): Promise<void>;
}

export interface ColumnLayouts {
  /** The arrangement of a wallet's columns; `null` without one, and for one that cannot be read. */
  read(profileId: string, walletId: number): Promise<ColumnLayout | null>;
  keep(profileId: string, walletId: number, layout: ColumnLayout): Promise<void>;
  /** Forgets the arrangements of all wallets of a profile. */
  forgetProfile(profileId: string): Promise<void>;
}

const keptSchema = jsonColumn(columnLayoutSchema);

export function createColumnLayouts(choices: ChoiceStore): ColumnLayouts {
  const startOf = (profileId: string) => `statement columns ${profileId} `;
  const nameOf = (profileId: string, walletId: number) => `${startOf(profileId)}${walletId}`;
  return {
    async read(profileId, walletId) {
      const kept = await choices.read(nameOf(profileId, walletId));
      return kept === null ? null : (keptSchema.safeParse(kept).data ?? null);
    },
    async keep(profileId, walletId, layout) {
      await choices.keep(nameOf(profileId, walletId), JSON.stringify(layout));
    },
    forgetProfile: (profileId) => choices.forget(startOf(profileId)),
  };
}
