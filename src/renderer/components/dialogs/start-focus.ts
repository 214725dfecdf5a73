/**
 * The `autoFocus` of the element for which a screen or dialog was opened: the first action, or the field to type in.
 * Use it for one element at a time, and never for an element that appears while the clerk works elsewhere.
 */
export function startFocus(startsFocused: boolean | undefined): { readonly autoFocus?: true } {
  return startsFocused === true ? { autoFocus: true } : {};
}
