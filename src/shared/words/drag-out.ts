/** @file Words about dragging a file out of the window. */

/** See the file's header. */
export const dragOutWords = {
  handle: (alternative: string) =>
    `Drag this file to a folder or a mail. With the keyboard, use “${alternative}”.`,
  notice: {
    title: 'Copies that you drag out are not sealed',
    detail:
      'In Paydesk this file is encrypted. Where you drop it, it is a plain file that everybody can read who can read that place. Paydesk makes the copy when you begin to drag and removes its own after five minutes.\n\nThis is said once. Then drag the file again.',
    answers: ['Understood', 'Do not drag files out'],
  },
  /** What the activity calls a file that was dragged out; where to is not known. */
  subject: (name: string) => `${name} (dragged out)`,
} as const;
