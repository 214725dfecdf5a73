/** @file Words about updates of Paydesk itself. */
import type { UpdateProblem } from '../contract/updates.ts';

/** See the file's header. */
export const updateWords = {
  off: 'This Paydesk is updated by your IT.',
  current: 'No update is waiting.',
  checking: 'Looking for an update.',
  downloading: (version: string) => `Paydesk ${version} is being downloaded. You can go on working.`,
  ready: (version: string) => `Paydesk ${version} is ready`,
  installing: (version: string) =>
    `Installing Paydesk ${version}… This can take a few minutes. Paydesk then closes and opens again by itself.`,
  urgent: 'The version that you use is no longer safe. Please install this one soon.',
  install: 'Quit and install',
  check: 'Look for an update',
  moveFirst: 'Move Paydesk to the Applications folder first.',
  notInstalled: {
    title: 'The update could not be installed',
    detail:
      'Paydesk starts again as it was; your work is kept. Try to install the update again later. If it fails again, show this to your IT.',
  },
  problem: {
    unreachable: 'The place where updates come from could not be reached. It is tried again later.',
    untrusted:
      'An update was refused: it is not signed by those who make Paydesk, or was changed on the way. Show this to your IT.',
    expired:
      'Paydesk cannot tell whether there is an update: the signed description of the newest version has expired. The place where updates come from is not kept up to date, or the clock of this computer is wrong. Show this to your IT.',
    'not-understood': 'The place where updates come from does not answer as expected. Show this to your IT.',
    'read-only-copy':
      'This Paydesk cannot be updated where it is: it runs from the disk image or from the folder it was downloaded to. Quit Paydesk, move it to the Applications folder, and open it from there.',
    'not-installed':
      'macOS did not install the update. Nothing was changed. Look for an update and try again; if it fails again, show this to your IT.',
    'not-prepared':
      'Paydesk cannot look for updates: its own folder for them cannot be written. The next start tries again. If this stays, show it to your IT.',
  } satisfies Record<UpdateProblem, string>,
} as const;
