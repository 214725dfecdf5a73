import { createMonogram } from './order.ts';

/** The monogram of a profile, hidden from screen readers because the name stands next to it. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {createMonogram(name)}
    </span>
  );
}
