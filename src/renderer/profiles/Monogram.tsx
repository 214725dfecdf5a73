import { monogram } from './order.ts';

/** The letter of a profile in its box. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {monogram(name)}
    </span>
  );
}
