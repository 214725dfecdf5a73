/** @file A practice company for benchmarks, with or without a slow network. */

import type { Hosts } from '../../src/shared/model/environment.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { type LineOptions, startLine } from './line.ts';

export interface BenchCompany {
  readonly company: Simulator;
  /** Hosts for the profile. */
  readonly hosts: Hosts;
  close(): Promise<void>;
}

/** Starts a company with a simulated network in front of every host, including storage; `null` for none. */
export async function startBenchCompany(options: LineOptions | null): Promise<BenchCompany> {
  if (options === null) {
    const localCompany = await startSimulator();
    return { company: localCompany, hosts: localCompany.hosts, close: () => localCompany.close() };
  }
  const line = startLine(options);
  const company = await startSimulator({ storageAddress: (own) => line.to(own) });
  const { auth, wallet, beneficiary, exchange, onboarding, legacy, statement } = company.hosts;
  return {
    company,
    hosts: {
      auth: await line.to(auth),
      wallet: await line.to(wallet),
      beneficiary: await line.to(beneficiary),
      exchange: await line.to(exchange),
      onboarding: await line.to(onboarding),
      legacy: await line.to(legacy),
      statement: await line.to(statement),
    },
    async close() {
      await company.close();
      await line.close();
    },
  };
}
