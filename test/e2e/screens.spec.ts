/**
 * @file Pictures of every screen and dialog for signing in, beneficiaries, activity and settings: light and dark, at
 * 100 % and 150 %; axe finds nothing on any of them.
 */
import { createServer, type Server } from 'node:https';
import { createAuthority } from '../fakes/certificate.ts';
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
import { managed, signIn, test, withProfiles } from './managed-company.ts';
import { photograph, type Shoot } from './photograph.ts';

/** What axe looks at is the same at any scale. */
const scales = [
  { scale: 1, axe: true },
  { scale: 1.5, axe: false },
];

// Two pictures of every screen: a slow machine takes its time, and nothing depends on how long.
test.setTimeout(600_000);

/** A host with a certificate that nobody trusts. */
async function startStranger(): Promise<{ base: string; server: Server }> {
  const server = createServer(createAuthority('Gateway of an office').issue('127.0.0.1'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { base: `https://127.0.0.1:${address.port}`, server };
}

/** At 100 % each picture comes with a look of axe and at the layout. */
function picturesOf(paydesk: Paydesk, journey: Journey, full: boolean): { shoot: Shoot; end: () => void } {
  const layout = layoutJourney(paydesk, journey);
  return {
    shoot: (name) => photograph(paydesk, name, full ? { layout } : { axe: false }),
    end: () => full && layout.end(),
  };
}

for (const { scale: deviceScaleFactor, axe } of scales) {
  const percent = `${deviceScaleFactor * 100} %`;

  test(`adding the first profile, ${percent}`, async ({ launch }) => {
    const paydesk = await launch({ deviceScaleFactor });
    const { shoot, end } = picturesOf(paydesk, 'first-profile', axe);
    await expect(paydesk.page.getByRole('button', { name: 'Explore' })).toBeFocused();
    await shoot('sign-in-first-run');
    await paydesk.page.getByRole('button', { name: 'Add profile…' }).click();
    await photographEditor(paydesk, shoot);
    end();
  });

  test(`signing in, ${percent}`, async ({ launch, dataFolder, simulator }) => {
    const stranger = await startStranger();
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await withProfiles(dataFolder, profilesOf(simulator, stranger.base))),
    });
    const { shoot, end } = picturesOf(paydesk, 'signing-in', axe);
    await photographSigningIn(paydesk, simulator, shoot);
    end();
    stranger.server.close();
  });

  test(`at work, ${percent}`, async ({ launch, dataFolder, simulator }) => {
    const paydesk = await launch({
      deviceScaleFactor,
      ...(await withProfiles(dataFolder, [
        managed(simulator, { name: 'Nordlicht Maschinenbau GmbH' }),
        managed(simulator, {
          id: 'second',
          name: longName,
          environment: 'production',
          hosts: hostsOf('beta'),
        }),
      ])),
    });
    const { shoot, end } = picturesOf(paydesk, 'at-work', axe);
    await signIn(paydesk, simulator);
    await photographBeneficiaries(paydesk, dataFolder, simulator, shoot);
    await photographActivity(paydesk, dataFolder, shoot);
    await photographSettings(paydesk, shoot);
    end();
  });
}
