import type { CSSOptions } from 'vite';

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
          root.append(new AtRule({ name: 'layer', params, nodes }));
        },
      },
    ],
  },
};
