/** @file A clerk's day of eight hours in a running Paydesk: what is done in each hour, and how time passes between. */

import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchProofs } from '../bench/fetch-proofs.ts';
import { drop, type Program, stateOf, untilChecked, untilDone } from '../bench/program.ts';
import { type StatementToStore, storeStatements } from '../bench/request-statement.ts';
import type { SampleDocuments } from '../bench/sample-documents.ts';
import { pollUntil } from '../e2e/launch/calls.ts';
import { untilSignedIn } from '../e2e/launch/until-signed-in.ts';
import { startBatch } from '../faults/kills/job-steps.ts';
import { moveTime, sleepAndWake } from './program-functions.ts';

export const hoursOfDay = 8;

/** The work of the whole day; each hour has an eighth. */
interface DayWork {
  readonly documents: SampleDocuments;
  readonly references: readonly string[];
  readonly statements: readonly StatementToStore[];
  readonly signIns: number;
}

/** The clock of the company. */
export interface CompanyClock {
  movedMs: number;
}

const minuteMs = 60_000;
const minutesInHour = 60;
/** One step of the clock; shorter than any timeout of Paydesk. */
const stepMs = 10_000;
/** One step of the clock while documents are sent. */
const waitingStepMs = 1_000;
/** Minutes at the end of each hour without work, in which workers end. */
const idleMinutes = 11;
const restSleepMinutes = 1;
/** Hours in which the machine sleeps while documents are sent, with the minutes; both longer than Paydesk uses a link. */
const sleeps = new Map([
  [3, 12],
  [6, 20],
]);
/** Real time after which the threads of the statement engine have ended. */
const threadEndMs = 7_000;
const proofTurns = 5;
const pollMs = 50;
const timeoutMs = 10 * minuteMs;

/** Returns the hour's share of a list. */
function shareOf<Item>(items: readonly Item[], hour: number): readonly Item[] {
  const boundary = (index: number) => Math.round((items.length * index) / hoursOfDay);
  return items.slice(boundary(hour - 1), boundary(hour));
}

/** The day of a signed-in clerk. */
export class Day {
  readonly #program: Program;
  readonly #work: DayWork;
  readonly #clock: CompanyClock;
  readonly #folder: string;
  #storedStatements = 0;

  constructor(program: Program, work: DayWork, clock: CompanyClock, folder: string) {
    this.#program = program;
    this.#work = work;
    this.#clock = clock;
    this.#folder = folder;
  }

  /** Works for one hour of Paydesk's clock and leaves Paydesk idle. */
  async work(hour: number): Promise<void> {
    const statements = shareOf(this.#work.statements, hour);
    const references = shareOf(this.#work.references, hour);
    const signIns = shareOf(Array.from({ length: this.#work.signIns }), hour);
    const referenceTurns = Array.from({ length: proofTurns }, (_, turn) =>
      references.filter((_reference, index) => index % proofTurns === turn),
    ).filter(({ length }) => length > 0);
    const actions = [
      () => this.#sendDocuments(hour),
      ...referenceTurns.map((turn) => () => this.#fetchProofs(turn)),
      () => this.#storeStatements(statements),
      () => this.#openStatements(statements.length),
      ...signIns.map(() => () => this.#signInAgain()),
    ];
    const sleptMinutes = sleeps.get(hour) ?? 0;
    const workMinutes = minutesInHour - idleMinutes - sleptMinutes;
    // Whole milliseconds, like those of a clock.
    const betweenMs = Math.round((workMinutes * minuteMs) / actions.length);
    for (const action of actions) {
      await action();
      await this.#pass(betweenMs);
    }
    await this.#rest();
  }

  async #move(milliseconds: number): Promise<void> {
    this.#clock.movedMs += milliseconds;
    await this.#program.paydesk.evaluate(moveTime, milliseconds);
  }

  async #pass(milliseconds: number): Promise<void> {
    for (let remainingMs = milliseconds; remainingMs > 0; remainingMs -= stepMs) {
      await this.#move(Math.min(stepMs, remainingMs));
    }
  }

  /** Lets time pass quickly, because attempts that the sleep has interrupted wait before they are repeated. */
  async #passUntil(hasEnded: () => Promise<boolean>): Promise<void> {
    while (!(await hasEnded())) {
      await this.#move(waitingStepMs);
      await sleep(pollMs);
    }
  }

  async #sleep(minutes: number): Promise<void> {
    this.#clock.movedMs += minutes * minuteMs;
    await this.#program.paydesk.evaluate(sleepAndWake, minutes * minuteMs);
  }

  async #rest(): Promise<void> {
    await this.#show('Documents');
    // Sleep closes the idle connections, whose number depends on the work before.
    await this.#sleep(restSleepMinutes);
    const restMs = ((idleMinutes - restSleepMinutes) / 2) * minuteMs;
    for (let half = 0; half < 2; half += 1) {
      await this.#pass(restMs);
      await sleep(threadEndMs);
    }
  }

  async #show(screen: 'Documents' | 'Proofs' | 'Statements'): Promise<void> {
    const { page } = this.#program.paydesk;
    await page.getByRole('navigation', { name: 'Main' }).getByText(screen).click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  async #sendDocuments(hour: number): Promise<void> {
    const { root, recipientIds } = this.#work.documents;
    const hourFolder = join(this.#folder, `hour ${hour}`);
    await mkdir(hourFolder);
    for (const id of shareOf(recipientIds, hour)) await rename(join(root, id), join(hourFolder, id));
    await this.#show('Documents');
    const batchId = await drop(this.#program, hourFolder);
    await untilChecked(this.#program, batchId);
    const before = this.#program.simulator.state.objects.size;
    const documents = await startBatch(this.#program, batchId);
    const sleptMinutes = sleeps.get(hour);
    if (sleptMinutes !== undefined) {
      const half = before + Math.floor(documents / 2);
      await pollUntil(
        async () => this.#program.simulator.state.objects.size,
        (size) => size >= half,
        timeoutMs,
        pollMs,
      );
      await this.#sleep(sleptMinutes);
      await this.#passUntil(async () => (await stateOf(this.#program, batchId)) !== 'running');
      await this.#settleUnknownOutcomes();
    }
    await untilDone(this.#program, batchId);
  }

  /** Settles attach operations whose answers were lost, because the machine slept before they arrived. */
  async #settleUnknownOutcomes(): Promise<void> {
    const { call } = this.#program;
    for (const { attachId } of await call('beneficiaries.unknownOutcomes', {}))
      await call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
  }

  async #fetchProofs(references: readonly string[]): Promise<void> {
    await this.#show('Proofs');
    await fetchProofs(this.#program, references);
  }

  async #storeStatements(statements: readonly StatementToStore[]): Promise<void> {
    await this.#show('Statements');
    this.#storedStatements += statements.length;
    await storeStatements(this.#program, statements, this.#storedStatements);
  }

  /** Opens statements one after another in the window, which closes the previous one. */
  async #openStatements(count: number): Promise<void> {
    const { page } = this.#program.paydesk;
    await this.#show('Statements');
    const views = page.getByRole('navigation', { name: 'Views of statements' });
    const reviewButtons = page
      .getByRole('grid', { name: 'Statements' })
      .getByRole('button', { name: 'Review' });
    const rows = page.getByRole('grid', { name: 'Rows of the statement' }).getByRole('row');
    for (let index = 0; index < count; index += 1) {
      await views.getByText('Inbox').click();
      await reviewButtons.first().waitFor();
      await reviewButtons.nth(index % (await reviewButtons.count())).click();
      await rows.nth(1).waitFor();
    }
  }

  async #signInAgain(): Promise<void> {
    await this.#program.call('session.signOut', { profileId: null, forgetKey: false });
    await this.#program.signIn();
    await untilSignedIn(this.#program.paydesk);
  }
}
