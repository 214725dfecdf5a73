/** @file Slot in the screen header for the actions of the current view. */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element, once it is mounted. */
export const HeadSlot = createContext<HTMLElement | null>(null);

/** Renders its children in the screen header. */
export function HeadActions({ children }: { readonly children: ReactNode }) {
  const slot = useContext(HeadSlot);
  return slot === null ? null : createPortal(children, slot);
}
