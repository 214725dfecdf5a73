/** @file Finds the React components of a page. Runs in the page, as text. */

/** Names of the React components on the page. The build keeps function names. */
export function shownComponents(): string[] {
  const names = new Set<string>();
  const root: unknown = document.getElementById('root');
  if (typeof root !== 'object' || root === null) return [];
  const key = Object.keys(root).find((one) => one.startsWith('__reactContainer$'));
  const container: unknown = key === undefined ? null : Reflect.get(root, key);
  const waiting: unknown[] = [propertyOf(propertyOf(container, 'stateNode'), 'current')];

  function propertyOf(whole: unknown, name: string): unknown {
    return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : null;
  }

  function nameOf(type: unknown): string {
    if (typeof type === 'function') return type.name;
    if (typeof type !== 'object' || type === null) return '';
    return nameOf(propertyOf(type, 'type') ?? propertyOf(type, 'render'));
  }

  for (let fiber = waiting.pop(); fiber !== undefined; fiber = waiting.pop()) {
    if (fiber === null) continue;
    // The build numbers components of the same name.
    names.add(nameOf(propertyOf(fiber, 'type')).replace(/\$\d+$/, ''));
    waiting.push(propertyOf(fiber, 'child'), propertyOf(fiber, 'sibling'));
  }
  return [...names].filter((name) => name !== '');
}
