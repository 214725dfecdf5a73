/** @file Converts the administrator's proxy settings to Electron's format. */
import type { ProxyConfig } from 'electron';
import type { ManagedProxy } from '../../../shared/model/session/managed.ts';

/** Returns the proxy configuration for a session. */
export function toProxyConfig(proxy: ManagedProxy): ProxyConfig {
  switch (proxy.mode) {
    case 'system':
      return { mode: 'system' };
    case 'direct':
      return { mode: 'direct' };
    case 'script':
      return { mode: 'pac_script', pacScript: proxy.address };
    case 'fixed':
      return {
        mode: 'fixed_servers',
        proxyRules: `${proxy.kind}://${proxy.server}`,
        proxyBypassRules: proxy.bypass.join(','),
      };
  }
}
