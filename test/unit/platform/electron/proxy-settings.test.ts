import { describe, expect, test } from 'vitest';
import { toProxyConfig } from '../../../../src/main/platform/electron/proxy-settings.ts';
import { managedProxySchema } from '../../../../src/shared/model/session/managed.ts';

describe("the administrator's proxy setting", () => {
  test.each([
    [{ mode: 'system' }, { mode: 'system' }],
    [{ mode: 'direct' }, { mode: 'direct' }],
    [
      { mode: 'script', address: 'https://proxy.example/wpad.dat' },
      { mode: 'pac_script', pacScript: 'https://proxy.example/wpad.dat' },
    ],
    [
      {
        mode: 'fixed',
        kind: 'socks5',
        server: 'proxy.example:1080',
        bypass: ['*.intranet.example', '<local>'],
      },
      {
        mode: 'fixed_servers',
        proxyRules: 'socks5://proxy.example:1080',
        proxyBypassRules: '*.intranet.example,<local>',
      },
    ],
  ])('%o becomes the proxy configuration of Electron', (proxy, proxyConfig) => {
    expect(toProxyConfig(managedProxySchema.parse(proxy))).toEqual(proxyConfig);
  });
});
