/** @file What the short and the long tests of profiles use. */
import type { Page } from '@playwright/test';
import { type Simulator, startSimulator } from '../practice/simulator.ts';
import type { Paydesk } from './fixture.ts';
import { test as base, managedProfile, writeManagedProfiles } from './managed-company.ts';

interface ProfileFixtures {
  /** The company of the second profile, beside the `simulator` of the first. */
  south: Simulator;
  /** A running Paydesk with the profiles of North Ltd and South Ltd. */
  paydeskWithProfiles: Paydesk;
}

export const test = base.extend<ProfileFixtures>({
  south: async ({ dataFolder: _folder }, use) => {
    const south = await startSimulator({ companyId: 'company-south' });
    await use(south);
    south.faults.clear();
    await south.close();
  },
  paydeskWithProfiles: async ({ launch, dataFolder, simulator, south }, use) => {
    const profiles = [
      managedProfile(simulator, { id: 'north', name: 'North Ltd' }),
      managedProfile(south, { id: 'south', name: 'South Ltd' }),
    ];
    await use(await launch(await writeManagedProfiles(dataFolder, profiles)));
  },
});

export const profileButton = (page: Page) => page.locator('[data-part="profile-menu"]');
