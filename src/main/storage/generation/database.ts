/** @file The generation of the data: its identity, and the number of its last commit. */
import { z } from 'zod';
import { earlierDataSchema } from '../../../shared/model/earlier-data.ts';
import { noResultSchema } from '../store/columns.ts';
import { procedure } from '../store/procedure.ts';

export const schema = `
CREATE TABLE generation (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  identity TEXT NOT NULL,
  counter INTEGER NOT NULL,
  -- The counter that is certainly in the file beside the library.
  confirmed INTEGER NOT NULL,
  -- The counter that was last copied to the keychain; 0 for none.
  kept INTEGER NOT NULL,
  -- Why this data is from an earlier time, until the clerk has chosen.
  earlier TEXT
) STRICT;
`;

const counterSchema = z.number().int();

const generationRowSchema = z.object({
  identity: z.uuid(),
  counter: counterSchema,
  confirmed: counterSchema,
  kept: counterSchema,
  earlier: earlierDataSchema.nullable(),
});

export type GenerationRow = z.infer<typeof generationRowSchema>;

export const readGeneration = procedure(
  'generation.read',
  { args: z.null(), result: generationRowSchema },
  (database) => database.get('SELECT identity, counter, confirmed, kept, earlier FROM generation'),
);

/** Records that a counter is copied to the keychain. */
export const recordKept = procedure(
  'generation.recordKept',
  { args: z.object({ counter: counterSchema }), result: noResultSchema },
  (database, { counter }) => {
    database.run('UPDATE generation SET kept = $counter', { counter });
    return null;
  },
);

/** Records that the data is from an earlier time. */
export const recordEarlier = procedure(
  'generation.recordEarlier',
  { args: z.object({ earlier: earlierDataSchema }), result: noResultSchema },
  (database, { earlier }) => {
    database.run('UPDATE generation SET earlier = $earlier', { earlier });
    return null;
  },
);

/** Counts a commit, so that the number is written beside a library that was created again. */
export const countCommit = procedure(
  'generation.countCommit',
  { args: z.null(), result: noResultSchema },
  (database) => {
    // A commit without a change would not be counted.
    database.run('UPDATE generation SET kept = kept');
    return null;
  },
);

/** Makes this the data that counts: with a new identity, so that no other copy is taken for its newer state. */
export const continueEarlier = procedure(
  'generation.continueEarlier',
  { args: z.object({ identity: z.uuid() }), result: noResultSchema },
  (database, { identity }) => {
    database.run('UPDATE generation SET identity = $identity, confirmed = 0, kept = 0, earlier = NULL', {
      identity,
    });
    return null;
  },
);
