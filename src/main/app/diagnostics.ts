/**
 * @file The diagnostics ZIP for support: facts about this installation and the technical log, as plain text that the
 * clerk can read before sending it. Its contents are listed here explicitly; no folder is copied as a whole.
 */
import { readFile } from 'node:fs/promises';
import { arch, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { t } from '../../shared/messages/index.ts';
import type { ManagedFile } from '../../shared/model/session/managed.ts';
import type { WriteFileAtomically } from '../files/saving.ts';
import { ZipWriter } from '../formats/zip/zip-writer.ts';
import type { Platform } from '../platform/platform.ts';
import type { CertificatesStatus } from '../platform/system-certificates.ts';

const fileName = 'paydesk-diagnostics.zip';

interface DiagnosticsDeps {
  readonly platform: Pick<Platform, 'info' | 'clock' | 'dialogs'>;
  readonly dataFolder: string;
  readonly writeFileAtomically: WriteFileAtomically;
  readonly managed: ManagedFile;
  readonly managedProblems: readonly string[];
  /** Result of reading the system's certificates. */
  readonly certificates: CertificatesStatus;
  /** Resolves when the log is written to disk. */
  readonly whenLogFlushed: () => Promise<void>;
}

/**
 * Lets the clerk choose a path and writes the ZIP. Returns the path, or `null` when the clerk closed the dialog. Rejects
 * like `writeFileAtomically`.
 */
export async function saveDiagnostics(deps: DiagnosticsDeps): Promise<string | null> {
  const path = await deps.platform.dialogs.chooseSavePath(t('diagnostics.title'), fileName);
  if (path === null) return null;
  await deps.whenLogFlushed();
  const files = [
    { name: 'read-me.txt', text: t('diagnostics.readMe') },
    { name: 'facts.json', text: `${JSON.stringify(collectFacts(deps), null, 2)}\n` },
    { name: 'paydesk.log', text: await readLog(join(deps.dataFolder, 'logs', 'paydesk.log')) },
    { name: 'paydesk.log.old', text: await readLog(join(deps.dataFolder, 'logs', 'paydesk.log.old')) },
  ];
  await deps.writeFileAtomically(path, async (file) => {
    const zip = new ZipWriter(file, deps.platform.clock.now(), 'zip-too-large');
    for (const { name, text } of files) if (text !== '') await zip.add(name, [Buffer.from(text)]);
    await zip.end();
  });
  return path;
}

/** Returns kinds and numbers only: no names, addresses, folders or accounts. */
function collectFacts(deps: DiagnosticsDeps): Readonly<Record<string, unknown>> {
  const { platform, managed, managedProblems, certificates } = deps;
  const { version, os, isPackaged: packaged } = platform.info;
  return {
    version,
    packaged,
    system: os,
    systemRelease: release(),
    processor: arch(),
    memoryMegabytes: Math.round(totalmem() / 1024 / 1024),
    at: new Date(platform.clock.now()).toISOString(),
    policy: {
      profiles: managed.profiles.length,
      practiceCompany: managed.practiceCompany,
      storageHosts: managed.storageHosts.length,
      updates: managed.updates.mode,
      proxy: managed.proxy.mode,
      lockAfterMinutes: managed.lockAfterMinutes,
      inbox: managed.inbox.folder !== null,
      problems: managedProblems.length,
    },
    systemCertificates: certificates,
  };
}

/** Returns a log, which contains no business data; empty without one. */
function readLog(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
