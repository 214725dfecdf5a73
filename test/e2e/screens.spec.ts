/**
 * @file Pictures of every screen and dialog for signing in, beneficiaries, activity and settings: light and dark, at
 * 100 % and 150 %; axe finds nothing on any of them.
 */
import { expect, type Paydesk } from './fixture.ts';
import { photographActivity, photographBeneficiaries, photographSettings } from './journeys/at-work.ts';
import {
  hostsOf,
  longName,
  photographEditor,
  photographSigningIn,
  profilesOf,
} from './journeys/signing-in.ts';
import { layoutJourney } from './layout/journey.ts';
import type { Journey } from './layout/visited.ts';
import { managedProfile, signIn, test, withProfiles } from './managed-company.ts';
import { photograph, type Shoot } from './photograph.ts';
import { startUntrustedHost } from './sign-in-screen.ts';

/** axe checks each screen once: its result is the same at any scale. */
const scales = [
  { scale: 1, axe: true },
  { scale: 1.5, axe: false },
];

// Two pictures of every screen take long on a slow machine.
test.setTimeout(600_000);

/** At 100 % axe and the layout check look at each picture as well. */
function photographerOf(
  paydesk: Paydesk,
  journey: Journey,
  full: boolean,
): { shoot: Shoot; end: () => void } {
  const layout = layoutJourney(paydesk, journey);
  return {
    shoot: (name) => photograph(paydesk, name, full ? { layout } : { axe: false }),
    end: () => full && layout.end(),
  };
}

for (const { scale: deviceScaleFactor, axe } of scales) {
  const percent = `${deviceScaleFactor * 100} %`;

  test(`adding the first profile is photographed at ${percent}`, async ({ launch }) => {
    const paydesk = await launch({ deviceScaleFactor });
    const { shoot, end } = photographerOf(paydesk, 'first-profile', axe);
    await expect(paydesk.page.getByRole('button', { name: 'Explore' })).toBeFocused();
    await shoot('sign-in-first-run');
    await paydesk.page.getByRole('button', { name: 'Add profile…' }).click();
    await photographEditor(paydesk, shoot);
    end();
  });

  test(`signing in is photographed at ${percent}`, async ({ launch, dataFolder, simulator }) => {
    const untrusted = await startUntrustedHost();
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await withProfiles(dataFolder, profilesOf(simulator, untrusted.base))),
    });
    const { shoot, end } = photographerOf(paydesk, 'signing-in', axe);
    await photographSigningIn(paydesk, simulator, shoot);
    end();
    untrusted.server.close();
  });

  test(`beneficiaries, activity and settings are photographed at ${percent}`, async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await withProfiles(dataFolder, [
        managedProfile(simulator, { name: 'Nordlicht Maschinenbau GmbH' }),
        managedProfile(simulator, {
          id: 'second',
          name: longName,
          environment: 'production',
          hosts: hostsOf('beta'),
        }),
      ])),
    });
    const { shoot, end } = photographerOf(paydesk, 'at-work', axe);
    await signIn(paydesk, simulator);
    await photographBeneficiaries(paydesk, dataFolder, simulator, shoot);
    await photographActivity(paydesk, dataFolder, shoot);
    await photographSettings(paydesk, shoot);
    end();
  });
}
