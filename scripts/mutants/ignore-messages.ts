/**
 * @file Leaves the text of errors alone. What is promised of an error is its code and its details; its text is for the
 * log, and what a clerk reads is in the message catalogs.
 */

/** A node of Babel's tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

interface Path {
  readonly node: Node;
  readonly parent: Node;
}

/** Which argument of an error is its text. */
function textPlace(name = ''): number {
  if (name === 'PaydeskError') return 1;
  return name.endsWith('Error') ? 0 : -1;
}

function shouldIgnore({ node, parent }: Path): string | undefined {
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
  if (!isText || parent.type !== 'NewExpression') return undefined;
  const isErrorText = parent.arguments?.[textPlace(parent.callee?.name)] === node;
  return isErrorText ? 'The text of an error is for the log' : undefined;
}

/** Read by Stryker. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'error-messages', value: { shouldIgnore } }];
