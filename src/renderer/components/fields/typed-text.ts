/**
 * @file Tracks text that a clerk has typed or pasted but not submitted. A dialog or panel tracks all its text
 * fields, so that forms need no code for that; the window tracks every open dialog and panel.
 */
import { type RefCallback, useCallback, useEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes: ReadonlySet<string> = new Set(['text', 'password', 'email', 'url', 'tel', 'number', 'date']);

/** Returns the text field of an event target. Search and filter fields do not count. */
function textFieldOf(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (!(target instanceof HTMLInputElement) || !textTypes.has(target.type)) return null;
  return target.role === 'combobox' || target.role === 'searchbox' ? null : target;
}

/** One function for each open dialog, panel or form: returns whether it contains unsaved text. */
const textTrackers = new Set<() => boolean>();

/** True while a dialog or panel contains text that would be lost when it closes. */
export function hasTypedText(): boolean {
  return [...textTrackers].some((hasText) => hasText());
}

interface TypedText {
  /** Ref of the element around the fields. */
  readonly trackFields: RefCallback<HTMLElement>;
  /** True when a mounted field differs from its value when it was first focused. */
  readonly hasText: () => boolean;
}

/** Tracks the text fields within an element; `dirty` adds the input of other controls. */
export function useTypedText(dirty: boolean): TypedText {
  const initialValues = useRef(new Map<TextField, string>());
  const latestDirty = useRef(dirty);
  useEffect(() => {
    latestDirty.current = dirty;
  });
  const hasText = useCallback(
    () =>
      latestDirty.current ||
      [...initialValues.current].some(([field, value]) => field.isConnected && field.value !== value),
    [],
  );
  const trackFields = useCallback(
    (element: HTMLElement) => {
      const fields = initialValues.current;
      const onFocusIn = (event: Event) => {
        const field = textFieldOf(event.target);
        if (field !== null && !fields.has(field)) fields.set(field, field.value);
      };
      const onInput = (event: Event) => {
        const field = textFieldOf(event.target);
        if (field !== null && !fields.has(field)) fields.set(field, '');
      };
      element.addEventListener('focusin', onFocusIn);
      element.addEventListener('input', onInput);
      textTrackers.add(hasText);
      return () => {
        element.removeEventListener('focusin', onFocusIn);
        element.removeEventListener('input', onInput);
        textTrackers.delete(hasText);
        fields.clear();
      };
    },
    [hasText],
  );
  return { trackFields, hasText };
}

/** Reports unsaved text of a form that stores its own text, for example because its panel may be hidden. */
export function useUnsavedText(isUnsaved: boolean): void {
  const latestIsUnsaved = useRef(isUnsaved);
  useEffect(() => {
    latestIsUnsaved.current = isUnsaved;
  });
  useEffect(() => {
    const hasText = () => latestIsUnsaved.current;
    textTrackers.add(hasText);
    return () => {
      textTrackers.delete(hasText);
    };
  }, []);
}
