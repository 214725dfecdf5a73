/** @file Words about the file for whoever helps. */

export const diagnosticsWords = {
  title: 'Save diagnostics',
  fileName: 'paydesk-diagnostics.zip',
  act: 'Save diagnostics…',
  hint: 'A ZIP file with the technical log and a few facts about this computer. It holds no names, amounts, keys or documents. Open it and read it before you send it to anybody.',
  savedDetail: 'Paydesk has sent it to nobody. Read it before you do.',
  readMe: [
    'Diagnostics of Paydesk',
    '',
    'This file was made because you asked for it. Paydesk has sent it to nobody.',
    'Please read it before you pass it on.',
    '',
    'facts.json       version of Paydesk and of the system, and which settings your IT has made',
    'paydesk.log      what went wrong without being expected: when, in which part, and which kind',
    'paydesk.log.old  the same, from before',
    '',
    'It holds no API key, token, link, document, name of a company or person, or amount.',
    '',
  ].join('\n'),
} as const;
