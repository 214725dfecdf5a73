/**
 * @file Checks the supply chain: packages with known vulnerabilities, install scripts that are not allowed, and a lock
 * file that names a registry. Exceptions are in `docs/audit-exceptions.json`, each with a reason and an expiry date.
 *
 * Usage: node scripts/audit.ts [--offline]   (offline skips the query to the registry)
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { npmCommand } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const exceptionsSchema = z.array(
  z.strictObject({ advisory: z.url(), reason: z.string().min(20), until: z.iso.date() }),
);
const advisorySchema = z.object({ url: z.string(), severity: z.string(), title: z.string() });
const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
const packageSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

/** Returns problems of the lock file: packages from other sources, and install scripts without a decision. */
export function checkLock(lock: unknown, manifest: unknown): string[] {
  const { packages } = lockSchema.parse(lock);
  const { allowScripts } = packageSchema.parse(manifest);
  return Object.entries(packages).flatMap(([path, { name, resolved, hasInstallScript }]) => {
    const packageName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isUndecided = hasInstallScript === true && !(packageName in allowScripts);
    return [
      ...(resolved === undefined ? [] : [`${path} contains its download address`]),
      ...(isUndecided ? [`${packageName} has an install script without a decision`] : []),
    ];
  });
}

/** Returns the advisories (of `npm audit --json`) without an exception that is valid on `today`. */
export function checkAudit(audit: unknown, exceptions: unknown, today: string): string[] {
  const validExceptions = exceptionsSchema.parse(exceptions).filter(({ until }) => until >= today);
  const advisories = Object.values(auditSchema.parse(audit).vulnerabilities).flatMap(({ via }) =>
    via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause])),
  );
  const remainingAdvisories = advisories.filter(
    ({ url }) => !validExceptions.some(({ advisory }) => advisory === url),
  );
  return [
    ...new Set(remainingAdvisories.map(({ url, severity, title }) => `${severity}: ${title} (${url})`)),
  ];
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}

async function main(isOffline: boolean): Promise<void> {
  const problems = checkLock(await readJson('package-lock.json'), await readJson('package.json'));
  if (!isOffline) {
    const [program, ...args] = npmCommand('audit', '--json');
    const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
    const today = new Date().toISOString().slice(0, 10);
    const audit = auditSchema.safeParse(JSON.parse(stdout));
    // A registry that does not respond must not pass the check.
    if (!audit.success) problems.push('The registry did not return a valid audit report');
    else problems.push(...checkAudit(audit.data, await readJson('docs/audit-exceptions.json'), today));
  }
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'No problem was found.' : `${problems.length} problems were found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes('--offline'));
