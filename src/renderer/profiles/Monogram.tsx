import { monogram } from './order.ts';

/** The monogram of a profile. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {monogram(name)}
    </span>
  );
}
