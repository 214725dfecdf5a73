/** @file The command that matches the open statement, or table of statements, with a ledger. */
import { z } from 'zod';
import { savedFileSchema } from '../model/saved-file.ts';
import {
  decisionReasonSchema,
  ledgerSchema,
  matchKindSchema,
  matchProposalSchema,
  matchRuleSchema,
  matchSettingsSchema,
  matchSideSchema,
  matchSummarySchema,
  maxLinks,
  nameAliasSchema,
  openListingSchema,
  openRowSchema,
  proposalGroupSchema,
  rowLinkSchema,
  rowMatchSchema,
} from '../model/statements/ledger.ts';
import { readOptionsSchema, readPreviewSchema } from '../model/statements/open-statement.ts';
import { actions, command } from './define.ts';

/** The handle of the open statement or table. */
const handle = z.number().int().positive();
const ledgerId = z.string().max(100);
const rowNumber = z.number().int().min(0);
const limit = z.number().int().min(1).max(200);
const group = { rule: matchRuleSchema, against: z.array(decisionReasonSchema).min(1) };
/** A row that belongs to a match, or was separated from one. */
const rowOfFile = z.strictObject({ handle, side: matchSideSchema, row: rowNumber });

/** An imported ledger, or the sheets with cells of a workbook that the clerk has to choose from. */
const importedLedger = z.union([
  /** `isDoubtful`: the clerk should check how the file is read. */
  z.object({ ledger: ledgerSchema, isKnown: z.boolean(), isDoubtful: z.boolean() }),
  z.object({ name: z.string(), sheets: z.array(z.string()) }),
]);

export const ledgerCommands = {
  /** One ledger is matched with what is open. All actions work offline. */
  'viewer.ledger': actions({
    /**
     * Imports a CSV file or a workbook that the clerk chooses and seals it in the library; `null` when none was chosen. A
     * file that is stored already is not stored again. Rejects with `ledger-not-table`, `ledger-workbook` or
     * `ledger-too-large`.
     */
    choose: command(z.strictObject({}), importedLedger.nullable()),
    /** Imports a sheet of the workbook that was chosen last. Rejects with `ledger-unknown` when that was not in this profile. */
    chooseSheet: command(z.strictObject({ sheet: z.string().max(1_000) }), importedLedger),
    /** The beginning of a ledger under options, or for `null` as it is read now; `isChosen` if the clerk chose that. */
    preview: command(
      z.strictObject({ ledgerId, options: readOptionsSchema.nullable() }),
      z.object({ preview: readPreviewSchema, isChosen: z.boolean() }),
    ),
    /** Stores how a ledger is read; without options Paydesk detects the format. */
    read: command(z.strictObject({ ledgerId, options: readOptionsSchema }), z.null()),
    /** The ledgers of the profile, the last imported first. */
    list: command(z.strictObject({}), z.object({ ledgers: z.array(ledgerSchema) })),
    /** Matches with a ledger by the given settings, which are stored, or for `null` by the stored ones. */
    match: command(
      z.strictObject({ handle, ledgerId, settings: matchSettingsSchema.nullable() }),
      z.object({ ledger: ledgerSchema, settings: matchSettingsSchema, summary: matchSummarySchema }),
    ),
    /** Open rows of one file. `ageDays` counts the days since the date of the row. */
    rows: command(
      z.strictObject({ handle, side: matchSideSchema, only: openListingSchema, offset: rowNumber, limit }),
      z.object({
        total: z.int(),
        rows: z.array(z.object({ ...openRowSchema.shape, ageDays: z.int().nullable() })),
      }),
    ),
    matches: command(
      z.strictObject({
        handle,
        kinds: z.array(matchKindSchema).max(matchKindSchema.options.length),
        offset: rowNumber,
        limit,
      }),
      z.object({ total: z.int(), matches: z.array(rowMatchSchema) }),
    ),
    /** The place of an open row in its list; `null` for a row that is not in it. */
    place: command(
      z.strictObject({ handle, side: matchSideSchema, only: openListingSchema, row: rowNumber }),
      z.object({ place: rowNumber.nullable() }),
    ),
    /** Matches rows. Rejects with `ledger-rows-matched` unless all are open, and with `ledger-links-full`. */
    link: command(z.strictObject({ handle, rows: rowLinkSchema }), z.object({ summary: matchSummarySchema })),
    /** What the rules propose, by rule and by what speaks against it, the largest group first. */
    groups: command(z.strictObject({ handle }), z.object({ groups: z.array(proposalGroupSchema) })),
    /** The proposals of a group. */
    proposals: command(
      z.strictObject({ handle, ...group, offset: rowNumber, limit }),
      z.object({ total: z.int(), proposals: z.array(matchProposalSchema) }),
    ),
    /**
     * Matches, or separates, the rows of all proposals of a group, or only of the one with a row of the statement. Rejects
     * with `ledger-links-full`.
     */
    decide: command(
      z.strictObject({ handle, ...group, row: rowNumber.nullable(), isConfirmed: z.boolean() }),
      z.object({ summary: matchSummarySchema }),
    ),
    /** Takes the last decision about a group back; changes nothing after another decision. */
    undo: command(z.strictObject({ handle }), z.object({ summary: matchSummarySchema })),
    /** Separates the rows of a match. No rule matches rows that the clerk separated from a match of a rule. */
    unlink: command(rowOfFile, z.object({ summary: matchSummarySchema })),
    /** Lets the rules match rows again that the clerk separated. */
    rejoin: command(rowOfFile, z.object({ summary: matchSummarySchema })),
    /** The names that matches of the profile by hand say are of one party. */
    aliases: command(z.strictObject({ handle }), z.object({ aliases: z.array(nameAliasSchema) })),
    /** Ends what matches say about names, for the next decision about a ledger; keeps the matches. */
    removeAliases: command(z.strictObject({ aliases: z.array(nameAliasSchema).max(maxLinks) }), z.null()),
    /** Exports the open rows of both files where the clerk chooses, with formulas made harmless. */
    export: command(z.strictObject({ handle }), z.object({ savedAs: savedFileSchema.nullable() })),
    /** Reads a ledger again that ended the process that read it twice. */
    retry: command(z.strictObject({ ledgerId }), z.null()),
    /** Removes a ledger with the clerk's links, and the states of the rows that are matched with it. */
    remove: command(z.strictObject({ ledgerId }), z.object({ wasMatched: z.boolean() })),
  }),
} as const;
