/** @file The components that a page shows. Runs in the page, as text. */

/** Names of the React components on the page. Builds keep the names of functions. */
export function shownComponents(): string[] {
  const names = new Set<string>();
  const root: unknown = document.getElementById('root');
  if (typeof root !== 'object' || root === null) return [];
  const key = Object.keys(root).find((one) => one.startsWith('__reactContainer$'));
  const container: unknown = key === undefined ? null : Reflect.get(root, key);
  const waiting: unknown[] = [partOf(partOf(container, 'stateNode'), 'current')];

  function partOf(whole: unknown, name: string): unknown {
    return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : null;
  }

  function nameOf(type: unknown): string {
    if (typeof type === 'function') return type.name;
    if (typeof type !== 'object' || type === null) return '';
    return nameOf(partOf(type, 'type') ?? partOf(type, 'render'));
  }

  for (let fiber = waiting.pop(); fiber !== undefined; fiber = waiting.pop()) {
    if (fiber === null) continue;
    // Two files may have components of one name; the build numbers them.
    names.add(nameOf(partOf(fiber, 'type')).replace(/\$\d+$/, ''));
    waiting.push(partOf(fiber, 'child'), partOf(fiber, 'sibling'));
  }
  return [...names].filter((name) => name !== '');
}
