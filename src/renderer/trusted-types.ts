/**
 * @file The Trusted Types policy. The window never creates markup from text: React builds elements, and only text
 * without markup reaches a markup sink (React Aria empties its announcer that way).
 */

interface PolicyRules {
  createHTML(text: string): string;
  createScript(): string;
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

function refuse(product: string): never {
  throw new TypeError(`Paydesk makes no ${product} from text`);
}

/** Creates the rules of the default policy: text without markup and scripts of the window's origin are allowed. */
export function createRules(origin: string): PolicyRules {
  return {
    createHTML: (text) => (text.includes('<') ? refuse('markup') : text),
    createScript: () => refuse('script'),
    createScriptURL: (url) => (new URL(url, origin).origin === origin ? url : refuse('script address')),
  };
}

/** Installs the policy, once, before anything renders. Does nothing where Trusted Types are not supported. */
export function installTrustedTypes(holder: Pick<Window, 'trustedTypes'>, origin: string): void {
  holder.trustedTypes?.createPolicy('default', createRules(origin));
}
