/** @file Words about a start that is refused. */

/** See the file's header. */
export const startWords = {
  notStarted: 'Paydesk could not start',
  notMade: (folder: string, code: string) =>
    `The data folder ${folder} cannot be made or written to${code === '' ? '' : ` (${code})`}. Nothing was changed. Ask your IT to look at it, or to choose another folder.`,
  onServer: (folder: string) =>
    `The data folder ${folder} is on a network share. The database of Paydesk needs a disk of this computer: on a share it can be damaged. Ask your IT to choose another folder.`,
  inCloud: (folder: string) =>
    `The data folder ${folder} is copied to a cloud service. The database of Paydesk would be damaged by that, and documents of your company would leave this computer. Ask your IT to choose another folder.`,
  ofAnotherUser: (folder: string) =>
    `The data folder ${folder} belongs to another user of this computer. Ask your IT to choose another folder.`,
} as const;
