/**
 * @file Photographs every screen and dialog for signing in, beneficiaries, activity and settings: light and dark, at
 * 100 % and 150 %. axe finds no violation on any of them.
 */
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { layoutJourney } from '../../e2e/layout/journey.ts';
import type { Journey } from '../../e2e/layout/visited.ts';
import { managedProfile, signIn, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { photograph, type TakePhotograph } from '../../e2e/photograph.ts';
import { photographActivity, photographBeneficiaries, photographSettings } from './journeys/at-work.ts';
import {
  hostsOf,
  longName,
  photographEditor,
  photographSigningIn,
  profilesOf,
} from './journeys/signing-in.ts';

// Photographing every screen twice takes long on a slow machine.
test.setTimeout(600_000);

/** Returns functions that photograph states, which axe and the layout check examine as well. */
function createPhotographer(
  paydesk: Paydesk,
  journey: Journey,
): { takePhotograph: TakePhotograph; finish: () => void } {
  const layout = layoutJourney(paydesk, journey);
  return {
    takePhotograph: (name) => photograph(paydesk, name, { layout, at150: true }),
    finish: () => layout.end(),
  };
}

test('adding the first profile is photographed', async ({ launch }) => {
  const paydesk = await launch();
  const { takePhotograph, finish } = createPhotographer(paydesk, 'first-profile');
  await expect(paydesk.page.getByRole('button', { name: 'Explore' })).toBeFocused();
  await takePhotograph('sign-in-first-run');
  await paydesk.page.getByRole('button', { name: 'Add profile…' }).click();
  await photographEditor(paydesk, takePhotograph);
  finish();
});

test('signing in is photographed', async ({ launch, dataFolder, simulator }) => {
  const paydesk = await launch(await writeManagedProfiles(dataFolder, profilesOf(simulator)));
  const { takePhotograph, finish } = createPhotographer(paydesk, 'signing-in');
  await photographSigningIn(paydesk, simulator, takePhotograph);
  finish();
});

test('beneficiaries, activity and settings are photographed', async ({ launch, dataFolder, simulator }) => {
  const second = { id: 'second', name: longName, environment: 'production', hosts: hostsOf('beta') } as const;
  const profiles = [managedProfile(simulator), managedProfile(simulator, second)];
  const paydesk = await launch(await writeManagedProfiles(dataFolder, profiles));
  const { takePhotograph, finish } = createPhotographer(paydesk, 'at-work');
  await signIn(paydesk, simulator);
  await photographBeneficiaries(paydesk, dataFolder, simulator, takePhotograph);
  await photographActivity(paydesk, dataFolder, takePhotograph);
  await photographSettings(paydesk, takePhotograph);
  finish();
});
