/** @file Finds the regular expressions of a module, from its syntax tree. */
import { parseAst } from 'rolldown/parseAst';
import { isNode, nameOf, nodesOf } from './imports.ts';

/** One regular expression. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions of a module. */
interface Expressions {
  readonly literals: readonly Expression[];
  /** Source texts of the calls that build an expression at run time. */
  readonly built: readonly string[];
}

/** Reads the expressions of one module. The extension of `path` determines the language. */
export function readExpressions(path: string, text: string): Expressions {
  const literals: Expression[] = [];
  const built: string[] = [];
  for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    const literal = node['regex'];
    if (node.type === 'Literal' && typeof literal === 'object' && literal !== null) {
      if (!('pattern' in literal && 'flags' in literal))
        throw new Error(`A literal of ${path} has no pattern`);
      literals.push({ source: String(literal.pattern), flags: String(literal.flags) });
    }
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && isNode(node['callee']) && /^(globalThis\.)?RegExp$/.test(nameOf(node['callee']) ?? '')) {
      built.push(text.slice(Number(node['start']), Number(node['end'])));
    }
  }
  return { literals, built };
}

/** True when an expression has no quantifier: its number of steps at each position is bounded by its length. */
export function hasNoQuantifier({ source }: Expression): boolean {
  return !/[*+{]/.test(source);
}
