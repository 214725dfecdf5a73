/**
 * @file The distribution file written by packaging: the kind of installer, and the keys that updates must be signed
 * with.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Format of `distribution.json` beside the bundles of main. */
const distributionSchema = z.strictObject({
  /** `msi` and `none` (a folder, or a development version) never update themselves. */
  installer: z.enum(['nsis', 'msi', 'mac', 'none']),
  /** Base64 of the raw Ed25519 public key (32 bytes) that signs update manifests; `null` takes no updates. */
  updateKey: z.base64().nullable(),
  /** Subjects of the certificates that Windows installers may be signed with, such as `CN=…, O=…, C=…`. */
  publishers: z.array(z.string().min(1)).max(10),
});

export type Distribution = z.infer<typeof distributionSchema>;

/** The distribution of an unpackaged program, or of one with an invalid file: no updates. */
const noDistribution: Distribution = { installer: 'none', updateKey: null, publishers: [] };

/** Reads the distribution file. Never rejects. */
export async function readDistribution(file: URL): Promise<Distribution> {
  try {
    return distributionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return noDistribution;
  }
}
