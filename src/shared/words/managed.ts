/** @file Words about the file with managed profiles, for the clerk who shows them to IT. */

export const managedWords = {
  open: (path: string) =>
    `The settings file ${path} can be changed by anyone who uses this computer, so none of it is used.`,
  unreadable: (path: string) => `The profiles file ${path} cannot be read.`,
  notJson: (path: string) => `The profiles file ${path} is not JSON, so none of it is used.`,
  file: (path: string) => `The profiles file ${path}`,
  central: 'What your company has set for this computer',
  centralUnreadable: 'What your company has set for this computer cannot be read, so none of it is used.',
  ignored: (source: string) => `${source} does not have the right form, so none of it is used.`,
  problem: (field: string, message: string) => `${field === '' ? 'The file' : field}: ${message}`,
  twice: (id: string) => `The profile ID ${id} is there twice.`,
} as const;
