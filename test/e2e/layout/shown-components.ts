/** @file Finds the React components of a page. The function is sent to the page as source text. */

/** Returns the names of the React components on the page. The build keeps function names. */
export function findShownComponents(): string[] {
  const names = new Set<string>();
  const root: unknown = document.getElementById('root');
  if (typeof root !== 'object' || root === null) return [];
  const key = Object.keys(root).find((property) => property.startsWith('__reactContainer$'));
  const container: unknown = key === undefined ? null : Reflect.get(root, key);
  const fibers: unknown[] = [propertyOf(propertyOf(container, 'stateNode'), 'current')];

  function propertyOf(object: unknown, name: string): unknown {
    return typeof object === 'object' && object !== null ? Reflect.get(object, name) : null;
  }

  function nameOf(type: unknown): string {
    if (typeof type === 'function') return type.name;
    if (typeof type !== 'object' || type === null) return '';
    return nameOf(propertyOf(type, 'type') ?? propertyOf(type, 'render'));
  }

  for (let fiber = fibers.pop(); fiber !== undefined; fiber = fibers.pop()) {
    if (fiber === null) continue;
    // The build adds a number to components with the same name.
    names.add(nameOf(propertyOf(fiber, 'type')).replace(/\$\d+$/, ''));
    fibers.push(propertyOf(fiber, 'child'), propertyOf(fiber, 'sibling'));
  }
  return [...names].filter((name) => name !== '');
}
