/**
 * @file Photographs every screen and dialog for signing in, beneficiaries, activity and settings: light and dark, at
 * 100 % and 150 %. axe finds no violation on any of them.
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
import { managedProfile, signIn, test, writeManagedProfiles } from './managed-company.ts';
import { photograph, type TakePhotograph } from './photograph.ts';
import { startUntrustedHost } from './sign-in-screen.ts';

/** axe checks each screen at one scale only, because its result does not depend on the scale. */
const scales = [
  { scale: 1, axe: true },
  { scale: 1.5, axe: false },
];

// Photographing every screen twice takes long on a slow machine.
test.setTimeout(600_000);

/** Returns functions that photograph states; with `isChecked`, axe and the layout check examine each state as well. */
function createPhotographer(
  paydesk: Paydesk,
  journey: Journey,
  isChecked: boolean,
): { takePhotograph: TakePhotograph; finish: () => void } {
  const layout = layoutJourney(paydesk, journey);
  return {
    takePhotograph: (name) => photograph(paydesk, name, isChecked ? { layout } : { axe: false }),
    finish: () => isChecked && layout.end(),
  };
}

for (const { scale: deviceScaleFactor, axe } of scales) {
  const percent = `${deviceScaleFactor * 100} %`;

  test(`adding the first profile is photographed at ${percent}`, async ({ launch }) => {
    const paydesk = await launch({ deviceScaleFactor });
    const { takePhotograph, finish } = createPhotographer(paydesk, 'first-profile', axe);
    await expect(paydesk.page.getByRole('button', { name: 'Explore' })).toBeFocused();
    await takePhotograph('sign-in-first-run');
    await paydesk.page.getByRole('button', { name: 'Add profile…' }).click();
    await photographEditor(paydesk, takePhotograph);
    finish();
  });

  test(`signing in is photographed at ${percent}`, async ({ launch, dataFolder, simulator }) => {
    const untrustedHost = await startUntrustedHost();
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await writeManagedProfiles(dataFolder, profilesOf(simulator, untrustedHost.base))),
    });
    const { takePhotograph, finish } = createPhotographer(paydesk, 'signing-in', axe);
    await photographSigningIn(paydesk, simulator, takePhotograph);
    finish();
    untrustedHost.server.close();
  });

  test(`beneficiaries, activity and settings are photographed at ${percent}`, async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await writeManagedProfiles(dataFolder, [
        managedProfile(simulator, { name: 'Nordlicht Maschinenbau GmbH' }),
        managedProfile(simulator, {
          id: 'second',
          name: longName,
          environment: 'production',
          hosts: hostsOf('beta'),
        }),
      ])),
    });
    const { takePhotograph, finish } = createPhotographer(paydesk, 'at-work', axe);
    await signIn(paydesk, simulator);
    await photographBeneficiaries(paydesk, dataFolder, simulator, takePhotograph);
    await photographActivity(paydesk, dataFolder, takePhotograph);
    await photographSettings(paydesk, takePhotograph);
    finish();
  });
}
