/** @file Gives the functions inside React DOM short names in the window's bundle. */
import { minify, type Plugin } from 'vite';

const reactDomFile = /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;

/**
 * Minifies React DOM before all other code. Functions of the bundle keep their names for the stacks of errors, but those of
 * React DOM name nothing of Paydesk, and are a tenth of its bytes.
 */
export function shortReactNames(): Plugin {
  return {
    name: 'short-react-names',
    apply: 'build',
    async transform(code, id) {
      if (!reactDomFile.test(id.split('?')[0] ?? '')) return null;
      const minified = await minify(id, code, { module: false, compress: true, mangle: { toplevel: true } });
      return { code: minified.code, map: null };
    },
  };
}
