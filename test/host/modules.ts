/** @file Addresses of the modules that Node loads for the program: sources beside this one, or bundles in the same folder. */
const isSource = import.meta.url.endsWith('.ts');

const addressOf = (source: string, bundle: string) =>
  new URL(isSource ? source : bundle, import.meta.url).href;

export const electronModule = addressOf('electron/index.ts', 'electron.js');
export const parentPortModule = addressOf('parent-port.ts', 'parent-port.js');
