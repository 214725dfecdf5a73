/** @file Stores what a clerk chose for the statements of a wallet, among the settings. */
import type { z } from 'zod';
import { columnLayoutSchema } from '../../../../shared/model/statements/column-layout.ts';
import {
  type RememberedInterpretation,
  rememberedInterpretationSchema,
} from '../../../statement-engine/read/file-shape.ts';
import { jsonColumn } from '../../../storage/store/columns.ts';

/** Persistent storage of texts by name, shared by several features. */
export interface Choices {
  /** Returns `null` when nothing is stored under the name. */
  read(name: string): Promise<string | null>;
  keep(name: string, value: string): Promise<void>;
  /** Removes all entries whose names begin with `start`. */
  forget(start: string): Promise<void>;
}

/** One choice for each wallet of each profile. */
interface WalletChoices<Choice> {
  /** Returns the choice for a wallet; `null` when none is stored or the stored one is invalid. */
  read(profileId: string, walletId: number): Promise<Choice | null>;
  keep(profileId: string, walletId: number, choice: Choice): Promise<void>;
  forget(profileId: string, walletId: number): Promise<void>;
  /** Removes the choices of all wallets of a profile. */
  forgetProfile(profileId: string): Promise<void>;
}

export type RememberedInterpretations = WalletChoices<RememberedInterpretation>;

function createWalletChoices<Choice>(
  choices: Choices,
  kind: string,
  schema: z.ZodType<Choice>,
  nameEnd = '',
): WalletChoices<Choice> {
  const storedSchema = jsonColumn(schema);
  const prefixFor = (profileId: string) => `statement ${kind} ${profileId} `;
  const nameFor = (profileId: string, walletId: number) => `${prefixFor(profileId)}${walletId}${nameEnd}`;
  return {
    async read(profileId, walletId) {
      const storedText = await choices.read(nameFor(profileId, walletId));
      return storedText === null ? null : (storedSchema.safeParse(storedText).data ?? null);
    },
    keep: (profileId, walletId, choice) => choices.keep(nameFor(profileId, walletId), JSON.stringify(choice)),
    forget: (profileId, walletId) => choices.forget(nameFor(profileId, walletId)),
    forgetProfile: (profileId) => choices.forget(prefixFor(profileId)),
  };
}

/** Creates the storage of column layouts. A single layout cannot be forgotten: its name begins the names of others. */
export function createColumnLayouts(
  choices: Choices,
): Omit<WalletChoices<z.infer<typeof columnLayoutSchema>>, 'forget'> {
  return createWalletChoices(choices, 'columns', columnLayoutSchema);
}

/** Creates the storage of reading options. The dot ends the number, because entries are removed by prefix. */
export function createRememberedInterpretations(choices: Choices): RememberedInterpretations {
  return createWalletChoices(choices, 'reading', rememberedInterpretationSchema, '.');
}
