/**
 * @file What a clerk has typed or pasted and not handed over yet. A dialog or panel knows it of all its text fields at
 * once, so that no form has to count its own; the window knows it of every dialog and panel that is open.
 */
import { type RefCallback, useCallback, useEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes: ReadonlySet<string> = new Set(['text', 'password', 'email', 'url', 'tel', 'number', 'date']);

/** A field that holds something of its own. What finds or filters holds nothing. */
function textFieldOf(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (!(target instanceof HTMLInputElement) || !textTypes.has(target.type)) return null;
  return target.role === 'combobox' || target.role === 'searchbox' ? null : target;
}

const scopes = new Set<() => boolean>();

/** True while a dialog or a panel has text that would be lost with it. */
export function hasTypedText(): boolean {
  return [...scopes].some((hasText) => hasText());
}

/** The fields of one dialog or panel. */
export interface TypedText {
  /** For the element around the fields. */
  readonly follow: RefCallback<HTMLElement>;
  /** True when a field that is still there holds something else than when it was first entered. */
  readonly hasText: () => boolean;
}

/** Follows the text fields within an element; `dirty` adds what was entered in another way. */
export function useTypedText(dirty: boolean): TypedText {
  const first = useRef(new Map<TextField, string>());
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
  });
  const hasText = useCallback(
    () =>
      latest.current ||
      [...first.current].some(([field, value]) => field.isConnected && field.value !== value),
    [],
  );
  const follow = useCallback(
    (element: HTMLElement) => {
      const fields = first.current;
      const enter = (event: Event) => {
        const field = textFieldOf(event.target);
        if (field !== null && !fields.has(field)) fields.set(field, field.value);
      };
      const type = (event: Event) => {
        const field = textFieldOf(event.target);
        if (field !== null && !fields.has(field)) fields.set(field, '');
      };
      element.addEventListener('focusin', enter);
      element.addEventListener('input', type);
      scopes.add(hasText);
      return () => {
        element.removeEventListener('focusin', enter);
        element.removeEventListener('input', type);
        scopes.delete(hasText);
        fields.clear();
      };
    },
    [hasText],
  );
  return { follow, hasText };
}

/** Counts what was entered in a form that keeps its own text, such as one whose panel may be out of sight. */
export function useUnsavedText(isUnsaved: boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const hasText = () => latest.current;
    scopes.add(hasText);
    return () => {
      scopes.delete(hasText);
    };
  }, []);
}
