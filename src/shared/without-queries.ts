/** @file Removes queries and fragments from addresses, because the query of a pre-signed link grants access. */

/** Replaces the query and the fragment of an address with `?[removed]`. */
function cutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end === -1 ? address : `${address.slice(0, end)}?[removed]`;
}

/** Removes the queries and fragments of all web addresses in a text. Takes linear time. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>]*/gi, cutQuery);
}
