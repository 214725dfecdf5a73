/** @file The administrator's way to the network, as Chromium takes it. */
import type { ProxyConfig } from 'electron';
import type { ManagedProxy } from '../../shared/model/managed.ts';

/** What a session is told. */
export function proxySettings(proxy: ManagedProxy): ProxyConfig {
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
