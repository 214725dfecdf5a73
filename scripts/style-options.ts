import type { CSSOptions } from 'vite';

/** The cascade layers; a later one wins. `styles/index.css` names them too, for pages without modules. */
const layers = 'base, components, features, modes';

/** Puts each CSS module into the cascade layer of its folder, so that no tie depends on the order of imports. */
export const styleOptions: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'cascade-layers',
        OnceExit(root, { AtRule }) {
          const file = root.source?.input.file?.replaceAll('\\', '/') ?? '';
          if (!file.endsWith('.module.css')) return;
          const params = file.includes('/renderer/components/') ? 'components' : 'features';
          const nodes = root.nodes;
          root.removeAll();
          // The first sheet that names the layers decides on their order, and any module may come first in the built one.
          root.append(
            new AtRule({ name: 'layer', params: layers }),
            new AtRule({ name: 'layer', params, nodes }),
          );
        },
      },
    ],
  },
};
