/** @file The place in the head of the screen for actions of the view that is shown. */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element, once it is there. */
export const HeadSlot = createContext<HTMLElement | null>(null);

/** Shows its children in the head of the screen. */
export function InHead({ children }: { readonly children: ReactNode }) {
  const slot = useContext(HeadSlot);
  return slot === null ? null : createPortal(children, slot);
}
