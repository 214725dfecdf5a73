/** @file Words of giving documents their beneficiaries by a list, as far as main needs them. */

export const manifestFileWords = {
  title: 'Choose the list of files and recipients',
  columnsMissing: 'The first line must name the columns file and recipientId',
  notCsv: 'The file is not CSV',
} as const;
