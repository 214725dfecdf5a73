/** @file Evidence packs: what a pack contains, writing it, and checking a pack of anybody. */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { formatPack } from '../../../shared/model/activity-subject.ts';
import type { PackJob } from '../../../shared/model/evidence.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { requireActiveProfile } from '../../app/require-active-profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Ports } from '../ports.ts';
import type { PackPlan, PackSources } from './contributor.ts';
import { createPackDrive, unlessCancelled } from './pack-drive.ts';
import { countPlanBytes, countPlanFiles, planPack, writePack } from './write-pack.ts';

interface EvidenceDeps
  extends PackSources,
    Pick<Ports, 'clock' | 'drives' | 'info' | 'publisher' | 'renderPages' | 'dialogs' | 'saved'> {
  readonly findActiveProfile: () => Profile | null;
  readonly record: (kind: 'evidence-pack', subject: string, profile: Profile) => void;
}

/** A pack that was described, and where it will be written. */
interface DescribedPack {
  readonly number: number;
  readonly plan: PackPlan;
  path: string | null;
}

type Progress = Partial<Record<PackJob, { done: number; total: number }>>;

export function createEvidence(deps: EvidenceDeps) {
  const drive = createPackDrive(deps.drives);
  const running = new Map<PackJob, AbortController>();
  const unsettled = new Set<Promise<unknown>>();
  let progress: Progress = {};
  let described: DescribedPack | null = null;
  let lastNumber = 0;

  function publish(next: Progress): void {
    progress = next;
    deps.publisher.publish('evidence', progress);
  }

  /** Runs a job, which replaces a running job of its kind. */
  async function runJob<Result>(
    job: PackJob,
    work: (options: {
      signal: AbortSignal;
      onProgress: (done: number, total: number) => void;
    }) => Promise<Result>,
  ): Promise<Result> {
    running.get(job)?.abort();
    const controller = new AbortController();
    running.set(job, controller);
    publish({ ...progress, [job]: { done: 0, total: 0 } });
    const result = work({
      signal: controller.signal,
      onProgress(done, total) {
        if (running.get(job) === controller) publish({ ...progress, [job]: { done, total } });
      },
    });
    unsettled.add(result);
    try {
      return await result;
    } finally {
      unsettled.delete(result);
      if (running.get(job) === controller) {
        running.delete(job);
        const { [job]: _ended, ...others } = progress;
        publish(others);
      }
    }
  }

  function requireProfile(): Profile {
    const profile = deps.findActiveProfile();
    if (profile === null) throw new PaydeskError('sign-in-needed', 'No profile is active');
    return profile;
  }

  /** Returns the described pack. Rejects with `sign-in-needed` when another profile became active. */
  function requireDescribed(number: number): DescribedPack {
    if (described?.number !== number)
      throw new PaydeskError('arguments-invalid', 'Another pack was described');
    requireActiveProfile(deps.findActiveProfile(), described.plan.profile);
    return described;
  }

  const handlers: Handlers = {
    'evidence.pack': {
      describe: async ({ statementIds }) => {
        const profile = requireProfile();
        const requireAllowed = () => requireActiveProfile(deps.findActiveProfile(), profile);
        const plan = await runJob('describe', (options) =>
          unlessCancelled(
            options.signal,
            planPack(deps, profile, statementIds, { ...options, requireAllowed }),
          ),
        );
        lastNumber += 1;
        described = { number: lastNumber, plan, path: null };
        return {
          plan: lastNumber,
          profile: profile.name,
          environment: profile.environment,
          statements: plan.statements.length,
          proofs: new Set(plan.proofs.map(({ reference }) => reference)).size,
          activityEntries: plan.entries.length,
          files: countPlanFiles(plan),
          bytes: countPlanBytes(plan),
          left: new Set(statementIds).size - plan.statements.length,
          unsearched: plan.unsearched.size,
        };
      },
      chooseFolder: async ({ plan: number }) => {
        const pack = requireDescribed(number);
        const path = await deps.dialogs.chooseSavePath(t('evidence.dialog.folder'), suggestName(pack.plan));
        if (path === null) return null;
        const state = await drive.findPlace(path);
        pack.path = path;
        return { path, state };
      },
      write: async ({ plan: number }) => {
        const { plan, path } = requireDescribed(number);
        if (path === null) throw new PaydeskError('arguments-invalid', 'No folder was chosen');
        const requireAllowed = () => requireActiveProfile(deps.findActiveProfile(), plan.profile);
        const fingerprint = await runJob('write', (options) =>
          writePack({ sources: deps, drive, renderPages: deps.renderPages }, path, plan, {
            ...options,
            requireAllowed,
            origin: { ...deps.info, at: new Date(deps.clock.now()).toISOString() },
          }),
        );
        deps.record('evidence-pack', formatPack(path, fingerprint), plan.profile);
        // The next check asks the activity.
        await deps.activity.whenFlushed();
        return { savedAs: deps.saved.add(path, 'folder'), fingerprint };
      },
      check: async () => {
        const [folder] = await deps.dialogs.chooseFolders();
        if (folder === undefined) return null;
        const findings = await runJob('check', ({ signal, onProgress }) =>
          drive.check(folder, signal, onProgress),
        );
        const record = await deps.activity.findPackRecord(folder, findings.fingerprint ?? '');
        return { ...findings, folder, record };
      },
      cancel: async ({ job }) => {
        running.get(job)?.abort();
        return null;
      },
    },
  };
  return {
    handlers,
    /** Number of packs that are being written. */
    countInFlight: () => (running.has('write') ? 1 : 0),
    /** Stops all jobs. Resolves when nothing remains of a pack that was being written. */
    async stop() {
      for (const controller of running.values()) controller.abort();
      await Promise.allSettled(unsettled);
    },
  };
}

/** Suggests a name such as `Evidence pack 2026-01`, or with the first and last month. */
function suggestName({ statements }: PackPlan): string {
  const months = statements.flatMap(({ since, till }) => [since.slice(0, 7), till.slice(0, 7)]).toSorted();
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return t('evidence.folderName', { period: first === last ? first : `${first} – ${last}` });
}
