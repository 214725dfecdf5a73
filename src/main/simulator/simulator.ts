/** @file The practice company with controllable faults, for tests. Paydesk itself runs it without faults. */

import { createFaultPlayer } from './fault-player.ts';
import { createFaults, type Faults } from './faults.ts';
import type { SimulatorOptions } from './options.ts';
import { type PracticeCompany, startPracticeCompany } from './practice-company.ts';

/** A running practice company with controllable faults. */
export interface Simulator extends PracticeCompany {
  readonly faults: Faults;
}

/** Starts a practice company. Rejects when a port is taken or the journal belongs to another company. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const faults = createFaults(options.seed ?? 1);
  const company = await startPracticeCompany(options, {
    faults,
    createPlayer: (sender, clock) => createFaultPlayer(sender, clock, faults),
  });
  return Object.assign(company, { faults });
}
