/** @file Proxies with Kerberos, for real: Debian's KDC and squid, and the native module, built from its sources. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { inspect, promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProxyTickets, type Kerberos } from '../../../../src/main/platform/proxy-tickets.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startProgram } from '../../../fakes/servers/proxies.ts';
import { root } from '../../../unit/layers/imports.ts';
import { failureOf, openBehindProxy } from '../../../unit/service/http/open-http.ts';

const require = createRequire(import.meta.url);
const run = promisify(execFile);
const realm = 'OFFICE.TEST';
const helpers = '/usr/lib/squid';
const missingFile = [
  ...['krb5kdc', 'kdb5_util', 'kadmin.local', 'squid'].map((name) => `/usr/sbin/${name}`),
  ...['kinit', 'g++', 'make', 'python3'].map((name) => `/usr/bin/${name}`),
  '/usr/include/gssapi/gssapi.h',
  `${helpers}/negotiate_kerberos_auth`,
].find((file) => !existsSync(file));
const skipNote = missingFile === undefined ? '' : ` (skipped: ${missingFile} is missing)`;

/** Builds the native module, unless an earlier run has, and loads it. */
async function loadKerberos(): Promise<Kerberos> {
  const { version }: { version: string } = require('kerberos/package.json');
  const folder = join(root, '.paydesk', `kerberos-${version}`);
  if (!existsSync(join(folder, 'build', 'Release', 'kerberos.node'))) {
    await cp(dirname(require.resolve('kerberos/package.json')), folder, { recursive: true });
    const gyp = require.resolve('node-gyp/bin/node-gyp.js');
    const headers = dirname(dirname(process.execPath));
    await run(process.execPath, [gyp, 'rebuild', '-C', folder, '--nodedir', headers]);
  }
  return require(folder);
}

/**
 * Starts the KDC and the proxy of an office, to which this process belongs until the test ends. `hasOldKey` means that the proxy
 * lacks its present key, and `setting` is one of squid.
 */
async function startOffice({ proxyRealm = realm, hasOldKey = false, setting = '' }) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-office-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Squid gives up the rights of root.
  await chmod(folder, 0o777);
  const file = (name: string) => join(folder, name);
  const write = (name: string, ...lines: readonly string[]) => writeFile(file(name), `${lines.join('\n')}\n`);
  const [kdcPort, port] = [await freePort(), await freePort()];
  await write(
    'krb5.conf',
    `[libdefaults]\ndefault_realm = ${realm}\ndns_lookup_kdc = false\nclockskew = 1`,
    `dns_canonicalize_hostname = false\nqualify_shortname = ""\nudp_preference_limit = 1`,
    `[kdcdefaults]\nkdc_listen = 127.0.0.1:${kdcPort}\nkdc_tcp_listen = 127.0.0.1:${kdcPort}`,
    `[realms]\n${realm} = {\nkdc = 127.0.0.1:${kdcPort}\ndatabase_name = ${file('database')}`,
    `key_stash_file = ${file('stash')}\n}\n[domain_realm]\nlocalhost = ${proxyRealm}`,
  );
  const [KRB5_CONFIG, KRB5CCNAME] = [file('krb5.conf'), file('ticket')];
  const environment = { KRB5_CONFIG, KRB5_KDC_PROFILE: KRB5_CONFIG, KRB5CCNAME, KRB5RCACHENAME: 'none:' };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  await run('/usr/sbin/kdb5_util', ['create', '-s', '-P', 'master']);
  for (const name of ['hansen', 'HTTP/localhost'])
    for (const query of [`addprinc -randkey ${name}`, `ktadd -k ${file('keys')} ${name}`])
      await run('/usr/sbin/kadmin.local', ['-q', query]);
  if (hasOldKey) await run('/usr/sbin/kadmin.local', ['-q', 'cpw -randkey HTTP/localhost']);
  await chmod(file('keys'), 0o644);
  await startProgram('/usr/sbin/krb5kdc', ['-n'], kdcPort);
  await write(
    'squid.conf',
    `http_port 127.0.0.1:${port}\npid_filename none\nvisible_hostname localhost`,
    `shutdown_lifetime 0 seconds\naccess_log none\ncache_log ${file('errors')}`,
    `auth_param negotiate program ${helpers}/negotiate_kerberos_auth -k ${file('keys')} -s HTTP/localhost@${realm}`,
    setting,
    `acl clerks proxy_auth REQUIRED\nhttp_access allow clerks\nhttp_access deny all`,
  );
  await startProgram('/usr/sbin/squid', ['-N', '-f', file('squid.conf')], port);
  const tickets = createProxyTickets('linux', loadKerberos);
  /** Gives the clerk a ticket. */
  const logOn = (seconds = 600) =>
    run('/usr/bin/kinit', ['-l', `${seconds}s`, '-k', '-t', file('keys'), 'hansen']);
  return { logOn, ...(await openBehindProxy(`localhost:${port}`, tickets)) };
}

describe.skipIf(missingFile !== undefined)(`squid with Negotiate${skipNote}`, () => {
  test.each(['on', 'off'])('lets every client through, with keep_alive %s after 407', async (keepAlive) => {
    const office = await startOffice({ setting: `auth_param negotiate keep_alive ${keepAlive}` });
    await office.logOn();
    await office.connectEveryWay();
    expect([office.prompts, office.received.length]).toEqual([[], 3]);
  });

  test.each([
    ['without a ticket', {}, false, 'none'],
    ['of another realm', { proxyRealm: 'ELSEWHERE.TEST' }, true, 'none'],
    ['whose ticket the proxy cannot read', { hasOldKey: true }, true, 'refused'],
  ] as const)('does not let a clerk through %s', async (_which, options, hasTicket, problem) => {
    const { base, logOn, send, received, prompts } = await startOffice(options);
    if (hasTicket) await logOn();
    const failure = await failureOf(send(base));
    expect(failure).toMatchObject({ kind: 'proxy-ticket', sent: false, detail: problem });
    expect(inspect(failure, { depth: 9 })).not.toMatch(/Negotiate |hansen|OFFICE/);
    expect([received, prompts]).toEqual([[], []]);
  });

  test('lets the clerk through again once an expired ticket was renewed', async () => {
    const { base, logOn, http, send } = await startOffice({});
    await logOn(3);
    expect((await send(base)).status).toBe(200);
    const failure = await eventually(() => {
      http.dropConnections();
      return failureOf(send(base));
    });
    expect(failure).toMatchObject({ kind: 'proxy-ticket', detail: 'none' });
    await logOn();
    expect((await send(base)).status).toBe(200);
  });
});
