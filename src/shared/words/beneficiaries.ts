/** @file Words of the beneficiaries that main needs. */

export const beneficiaryFileWords = {
  recipientIdMissing: 'The recipient ID is missing or too long',
  labelMissing: 'The label is missing or too long',
  columnsMissing: 'The first line must name the columns recipientId and label',
  notCsv: 'This line is not CSV',
  notUtf8: 'This line has letters that cannot be read. Save the file as UTF-8 and import it again',
} as const;
