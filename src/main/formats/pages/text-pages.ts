/** @file A text with headings and facts, as it is set on pages. */
import { z } from 'zod';

/** A term with the lines of its value. */
const factSchema = z.object({ term: z.string(), lines: z.array(z.string()) });

export type PageFact = z.infer<typeof factSchema>;

const tableSchema = z.object({
  is: z.literal('table'),
  /** Amounts stand at the end of their column. */
  columns: z.array(z.object({ name: z.string(), isAtEnd: z.boolean() })).min(1),
  /**
   * The cells of each row, in the order of the columns. The first column is repeated when the columns need more than the
   * width of a page.
   */
  rows: z.array(z.array(z.string())),
});

export type PageTable = z.infer<typeof tableSchema>;

const blockSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('heading'), text: z.string(), level: z.union([z.literal(1), z.literal(2)]) }),
  z.object({ is: z.literal('paragraph'), text: z.string() }),
  /** A sentence that must not be overlooked. */
  z.object({ is: z.literal('notice'), text: z.string() }),
  z.object({
    is: z.literal('facts'),
    facts: z.array(factSchema),
    /** True for facts of one thing, which are not divided by a page break unless they are long. */
    isKeptTogether: z.boolean().optional(),
  }),
  /** A text that is shown completely as it is, in fixed width and with the numbers of its lines. */
  z.object({ is: z.literal('original'), text: z.string() }),
  tableSchema,
  /** An image in its own size, or smaller where it would not fit on a page. */
  z.object({
    is: z.literal('picture'),
    mediaType: z.enum(['image/png', 'image/jpeg']),
    bytes: z.instanceof(Uint8Array),
  }),
]);

export type PageBlock = z.infer<typeof blockSchema>;

export const textPagesSchema = z.object({
  title: z.string(),
  /** Line below the title. */
  subtitle: z.string(),
  blocks: z.array(blockSchema),
  isLandscape: z.boolean().optional(),
  /** Foot of each page: a name, beside the number of the page, and lines below. */
  foot: z.object({ name: z.string(), lines: z.array(z.string()) }),
});

export type TextPages = z.infer<typeof textPagesSchema>;
