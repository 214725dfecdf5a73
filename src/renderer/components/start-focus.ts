/**
 * The focus for what a screen or a dialog was opened for: the first thing to do, the field to type in. Only for one
 * thing at a time, and never for something that appears while the clerk is busy elsewhere.
 */
export function startFocus(startsFocused: boolean | undefined): { readonly autoFocus?: true } {
  return startsFocused === true ? { autoFocus: true } : {};
}
