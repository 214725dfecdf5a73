/** @file The fields of package.json that packaging uses. */
import { z } from 'zod';

/** The package.json of Paydesk. */
export const packageFileSchema = z.object({
  name: z.string(),
  /** Name of the program in menus and notifications. */
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
  type: z.string(),
  main: z.string(),
  dependencies: z.record(z.string(), z.string()),
  /** The others are for scripts. */
  optionalDependencies: z.object({ kerberos: z.string() }),
});

/** The package.json of a shipped package. */
export const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  homepage: z.string().optional(),
});
