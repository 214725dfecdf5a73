/** @file Words of the Settings screen. */

import type { Environment } from '../model/environment.ts';
import type { Keychain } from '../model/session.ts';
import type { About, Appearance } from '../model/settings.ts';

export const settingsScreenWords = {
  word: 'Settings',
  sections: 'Sections of the settings',
  section: {
    profiles: 'Profiles and hosts',
    keychain: 'Keychain',
    files: 'Files',
    appearance: 'Appearance',
    data: 'Data',
    about: 'About',
  },
  profiles: {
    lead: 'A profile is one company in one environment, with its hosts and its client ID.',
    add: 'Add profile…',
    edit: 'Edit…',
    remove: 'Remove…',
    addCounterpart: {
      sandbox: 'Add the sandbox profile…',
      production: 'Add the production profile…',
    } satisfies Record<Environment, string>,
    shown: 'Signed in, shown',
    states: { 'signed-in': 'Signed in', interrupted: 'Sign in again' },
    signIn: 'Sign in…',
    show: 'Switch to this profile',
    find: 'Find a profile',
    none: 'No profile of a company yet',
    noneDetail:
      'Add one with the client ID and the hosts from the portal, or let your IT give Paydesk a file with profiles.',
    nothingFits: (text: string) => `No profile fits “${text}”`,
    showAll: 'Show all profiles',
  },
  keychain: {
    states: {
      available: 'Ready',
      locked: 'Locked',
      absent: 'No keychain',
      refused: 'Refused',
    } satisfies Record<Keychain['state'], string>,
    details: {
      available:
        'API keys that you ask to remember are kept there and nowhere else: not in a file, not in a log.',
      locked:
        'Kept keys cannot be read now. Unlock it, then look again; until then a key can be used for one session only.',
      absent:
        'There is nothing on this computer that keeps secrets safely, so Paydesk keeps no key. A key can be used for one session only.',
      refused:
        'Paydesk may not use it. Allow Paydesk there, then look again; until then a key can be used for one session only.',
    } satisfies Record<Keychain['state'], string>,
    looking: 'Looking…',
    again: 'Look again',
    keys: 'API keys',
    columns: { profile: 'Profile', environment: 'Environment', key: 'API key', act: 'What can be done' },
    none: 'No API key is kept or in use.',
    forget: 'Sign out and forget…',
    others: 'To forget the key of another profile, sign in to it first, or remove the profile.',
  },
  files: {
    large: 'Warn above',
    largeUnit: 'MB',
    largeHint: 'Larger files get a warning before they are sent. They are never refused for their size.',
    limited: 'Limit how fast documents are sent',
    limitedHint: 'Leaves room on the line for others. It counts at once, for all documents together.',
    limit: 'At most',
    limitUnit: 'KB per second',
    deleteEvents: 'Delete statement event files after use',
    deleteEventsHint:
      'Otherwise they are kept in “processed” of the watched folder, without their download links.',
    deleteEventsManaged: 'Set by your IT.',
  },
  appearance: {
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' } satisfies Record<
      Appearance['theme'],
      string
    >,
    themeHint: 'Applied at once.',
    contrast: 'High contrast',
    contrastHint: 'Stronger colours and lines in every theme. It is also on when the system asks for it.',
  },
  data: {
    folder: 'Data folder',
    user: 'Computer user',
    show: 'Show folder',
    lead: 'Everything that Paydesk keeps is on this computer: profiles without their keys, the address book, batches and the activity.',
    hint: 'Do not move or change its files while Paydesk runs. To keep a copy, quit Paydesk and copy the whole folder.',
  },
  about: {
    version: 'Version',
    platform: 'Platform',
    platforms: { win32: 'Windows', darwin: 'macOS', linux: 'Linux' } satisfies Record<
      About['platform'],
      string
    >,
    licence: 'Licence',
    licenceName: 'MIT',
    service:
      'It speaks to the Company Payments Service that your profiles name, and to nobody else. It reports nothing about you or your work.',
    notices: 'Made with the work of others',
    noticesLead:
      'Paydesk contains these open-source parts, each under its own licence. Their authors give no warranty.',
    columns: { part: 'Part', licence: 'Licence', by: 'By' },
  },
  commands: {
    theme: {
      system: 'Follow the theme of the system',
      light: 'Use the light theme',
      dark: 'Use the dark theme',
    } satisfies Record<Appearance['theme'], string>,
    contrastOn: 'Turn high contrast on',
    contrastOff: 'Turn high contrast off',
    check: (name: string) => `Check the connection of ${name}`,
    add: 'Add a profile…',
    folder: 'Show the data folder',
    section: (name: string) => `Settings: ${name}`,
    keywords: {
      theme: ['appearance', 'dark', 'light', 'mode', 'colours'],
      contrast: ['appearance', 'accessibility'],
      check: ['hosts', 'network', 'proxy', 'certificate', 'test'],
      folder: ['data', 'database', 'where'],
    },
  },
} as const;
