/** @file What packaging reads of a package.json. */
import { z } from 'zod';

/** Paydesk's own. */
export const packageFileSchema = z.object({
  name: z.string(),
  /** What menus and notifications call the program. */
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
  type: z.string(),
  main: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

/** That of a package which is shipped. */
export const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  homepage: z.string().optional(),
});
