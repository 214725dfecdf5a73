/** @file Words of the practice company. */

export const practiceWords = { name: 'Practice company' } as const;
