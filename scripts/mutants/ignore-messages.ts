/**
 * @file Excludes texts of errors from mutation. Tests check the code and the details of an error; its text is only for
 * the log, and clerks read the message catalogs.
 */

/** The used fields of a node of Babel's syntax tree. */
interface Node {
  readonly type: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

interface Path {
  readonly node: Node;
  readonly parent: Node;
}

/** Returns the index of the text among the arguments of an error; -1 for another class. */
function findTextIndex(name = ''): number {
  if (name === 'PaydeskError') return 1;
  return name.endsWith('Error') ? 0 : -1;
}

function shouldIgnore({ node, parent }: Path): string | undefined {
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
  if (!isText || parent.type !== 'NewExpression') return undefined;
  const isErrorText = parent.arguments?.[findTextIndex(parent.callee?.name)] === node;
  return isErrorText ? 'The text of an error is for the log' : undefined;
}

/** Loaded by Stryker. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'error-messages', value: { shouldIgnore } }];
