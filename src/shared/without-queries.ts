/** @file Removes queries and fragments from addresses: a pre-signed link gives access to anyone who reads it. */

/** Replaces the query and the fragment of an address with `?[removed]`. */
function cutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end === -1 ? address : `${address.slice(0, end)}?[removed]`;
}

/** Removes the queries and fragments of all web addresses in a text. Takes linear time. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>]*/gi, cutQuery);
}
