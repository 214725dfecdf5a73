/** @file What the short and the long tests of managed machine use. */
import type { UpdateState } from '../../src/shared/contract/updates.ts';
import type { Paydesk } from './fixture.ts';

export async function openSettingsTab({ page }: Paydesk, section: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
  await page.getByRole('tab', { name: section, exact: true }).click();
}

export const updateStates: readonly (readonly [name: string, state: UpdateState, text: string])[] = [
  ['off', { state: 'off' }, 'Your IT department updates Paydesk.'],
  ['current', { state: 'current' }, 'Paydesk is up to date.'],
  ['checking', { state: 'checking' }, 'Checking for updates…'],
  ['downloading', { state: 'downloading', version: '1.3.0' }, 'Downloading Paydesk 1.3.0'],
  [
    'ready',
    {
      state: 'ready',
      version: '1.3.0',
      notes: 'Statements open twice as fast.\nDates of folders are read in six languages.',
      urgent: false,
    },
    'Dates of folders are read in six languages.',
  ],
  [
    'urgent',
    { state: 'ready', version: '1.3.0', notes: 'A fault in a library is mended.', urgent: true },
    'no longer secure',
  ],
  [
    'installing',
    { state: 'installing', version: '1.3.0' },
    'Installing Paydesk 1.3.0… This can take a few minutes.',
  ],
  ['not-installed', { state: 'failed', problem: 'not-installed' }, 'macOS couldn’t install the update'],
  ['read-only-copy', { state: 'failed', problem: 'read-only-copy' }, 'move it to the Applications folder'],
  ['refused', { state: 'failed', problem: 'untrusted' }, 'Paydesk rejected an update'],
  ['unreachable', { state: 'failed', problem: 'unreachable' }, 'couldn’t reach the update server'],
];
