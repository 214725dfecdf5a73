/**
 * Copies a text to the clipboard. Works only during a click or key press of the clerk: the window has no
 * clipboard permission of its own. Returns false when copying was not allowed.
 */
export function copyText(text: string): boolean {
  let hasCopied = false;
  // Nothing is selected, so the copy event only fires when a listener provides the data.
  const onBeforeCopy = (event: Event) => event.preventDefault();
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    hasCopied = event.clipboardData !== null;
  };
  window.addEventListener('beforecopy', onBeforeCopy, { capture: true });
  window.addEventListener('copy', onCopy, { capture: true });
  document.execCommand('copy');
  window.removeEventListener('beforecopy', onBeforeCopy, { capture: true });
  window.removeEventListener('copy', onCopy, { capture: true });
  return hasCopied;
}
