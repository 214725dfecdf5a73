/** @file Makes PDFs of texts: Chromium prints them in parts of a bounded size, which are then joined. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Pages } from '../../platform/platform.ts';
import { maxTaggedWeight, measureWeight, pagePartsOf } from './page-html.ts';
import type { TextPages } from './text-pages.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Largest text, in cells and lines. */
const maxWeight = 1_000_000;

/** Parts that are printed at the same time, each in a process of its own. */
const concurrentParts = 2;

/** How much of some work is done, in any unit. */
interface PagesProgress {
  readonly done: number;
  readonly total: number;
}

/** A job whose progress is shown, and which the clerk can cancel. */
export interface PagesJob {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PagesProgress) => void;
}

/** Jobs that make pages. */
export type PagesJobs = ReturnType<typeof createPagesJobs>;

/** Creates the jobs; `publish` gets the progress of all running jobs together, and `null` when none runs. */
export function createPagesJobs(publish: (progress: PagesProgress | null) => void) {
  const running = new Map<AbortController, PagesProgress>();
  function publishSum(): void {
    const all = [...running.values()];
    const sum = (of: keyof PagesProgress) => all.reduce((total, progress) => total + progress[of], 0);
    publish(all.length === 0 ? null : { done: sum('done'), total: sum('total') });
  }
  return {
    /** Runs a job; with a job, as a part of it. Rejects with `cancelled` after `cancel`. */
    async run<Result>(work: (job: PagesJob) => Promise<Result>) {
      const controller = new AbortController();
      const onProgress = (progress: PagesProgress) => {
        running.set(controller, progress);
        publishSum();
      };
      onProgress({ done: 0, total: 0 });
      try {
        return await work({ signal: controller.signal, onProgress });
      } finally {
        running.delete(controller);
        publishSum();
      }
    },
    /** Cancels all running jobs. */
    cancel() {
      for (const controller of running.keys()) controller.abort();
    },
  };
}

/** Rejects with `cancelled` after the job was cancelled. */
export function requireNotCancelled({ signal }: Pick<PagesJob, 'signal'>): void {
  if (signal.aborted) throw new PaydeskError('cancelled', 'The pages are no longer needed');
}

interface RenderDeps {
  readonly pages: Pages;
  /** Joins PDFs in order. With a title, the pages get numbers and the file the title. */
  readonly join: (pdfs: readonly Bytes[], title: string | null) => Promise<Bytes>;
}

/** Returns the PDF of a text, `null` for a text that is too long. A text of one part is accessible: it has tags. */
export async function renderPages(
  { pages, join }: RenderDeps,
  text: TextPages,
  job: PagesJob,
): Promise<Bytes | null> {
  const total = measureWeight(text);
  if (total > maxWeight) return null;
  const isOnly = total <= maxTaggedWeight;
  const pdfs: Bytes[] = [];
  let started = 0;
  let done = 0;
  const parts = pagePartsOf(text, isOnly);
  async function printParts(): Promise<void> {
    for (const { html, weight } of parts) {
      requireNotCancelled(job);
      const index = started;
      started += 1;
      pdfs[index] = await pages.toPdf(html, { isTagged: isOnly, signal: job.signal });
      done += weight;
      job.onProgress({ done: Math.min(done, total), total });
    }
  }
  await Promise.all(Array.from({ length: concurrentParts }, printParts));
  const [first] = pdfs;
  return first !== undefined && isOnly ? first : join(pdfs, text.title);
}

/** Opens the system's print dialog with a text, as one document. */
export async function printPages(pages: Pages, text: TextPages): Promise<void> {
  const [part] = pagePartsOf(text, true);
  if (part !== undefined) await pages.print(part.html, { isLandscape: text.isLandscape ?? false });
}
