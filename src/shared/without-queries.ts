/** @file Takes the query and the fragment out of an address: a link with a signature gives access to whoever reads it. */

/** The address up to its query or fragment, with `?[removed]` in their place. */
function cutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end === -1 ? address : `${address.slice(0, end)}?[removed]`;
}

/** The text with no query and no fragment in any web address. Takes linear time. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>]*/gi, cutQuery);
}
