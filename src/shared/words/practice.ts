/** @file Words of the practice company. */

/** See the file's header. */
export const practiceWords = { name: 'Practice company' } as const;
