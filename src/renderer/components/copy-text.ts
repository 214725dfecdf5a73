/**
 * Puts a text on the clipboard. Only while a click or a key press of the clerk is handled, which is what allows it: the
 * window has no permission to use the clipboard by itself. False when it was not allowed.
 */
export function copyText(text: string): boolean {
  let copied = false;
  // Nothing is selected, so the copying would not begin unless somebody says that there is something to copy.
  const begin = (event: Event) => event.preventDefault();
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    copied = event.clipboardData !== null;
  };
  window.addEventListener('beforecopy', begin, { capture: true });
  window.addEventListener('copy', onCopy, { capture: true });
  document.execCommand('copy');
  window.removeEventListener('beforecopy', begin, { capture: true });
  window.removeEventListener('copy', onCopy, { capture: true });
  return copied;
}
