/**
 * @file The gate of the supply chain: packages with known vulnerabilities, install scripts that nobody has allowed, and
 * a lock file that names a registry. Exceptions are in `docs/audit-exceptions.json`, each with its reason and an end.
 *
 * Usage: node scripts/audit.ts [--offline]   (offline leaves out the question to the registry)
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

/** What the lock file must not have: packages from elsewhere, and install scripts that nobody has decided about. */
export function problemsOfLock(lock: unknown, manifest: unknown): string[] {
  const { packages } = lockSchema.parse(lock);
  const { allowScripts } = packageSchema.parse(manifest);
  return Object.entries(packages).flatMap(([path, { name, resolved, hasInstallScript }]) => {
    const known = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const undecided = hasInstallScript === true && !(known in allowScripts);
    return [
      ...(resolved === undefined ? [] : [`${path} names where it was fetched from`]),
      ...(undecided ? [`${known} has an install script that nobody has decided about`] : []),
    ];
  });
}

/** Advisories (as `npm audit --json` says them) without an exception that still holds on `today`. */
export function problemsOfAudit(audit: unknown, exceptions: unknown, today: string): string[] {
  const excepted = exceptionsSchema.parse(exceptions).filter(({ until }) => until >= today);
  const advisories = Object.values(auditSchema.parse(audit).vulnerabilities).flatMap(({ via }) =>
    via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause])),
  );
  const left = advisories.filter(({ url }) => !excepted.some(({ advisory }) => advisory === url));
  return [...new Set(left.map(({ url, severity, title }) => `${severity}: ${title} (${url})`))];
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}

async function main(offline: boolean): Promise<void> {
  const problems = problemsOfLock(await json('package-lock.json'), await json('package.json'));
  if (!offline) {
    const [program, ...args] = npmCommand('audit', '--json');
    const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
    const today = new Date().toISOString().slice(0, 10);
    const audit = auditSchema.safeParse(JSON.parse(stdout));
    // A registry that does not answer has found nothing out.
    if (!audit.success) problems.push('The registry did not say what is known of these packages');
    else problems.push(...problemsOfAudit(audit.data, await json('docs/audit-exceptions.json'), today));
  }
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'No problem was found.' : `${problems.length} problems were found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes('--offline'));
