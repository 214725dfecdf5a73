import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { json, startHttp } from '../../fakes/servers/servers.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const program = fileURLToPath(new URL('./system-store-program.ts', import.meta.url));

// On Linux the system's store is the file that SSL_CERT_FILE names; elsewhere it cannot be changed for a test.
test.runIf(process.platform === 'linux')(
  'a host whose authority is only in the system store is trusted once the store is read',
  async () => {
    const authority = createAuthority('Only in the system store');
    const host = await startHttp(() => json(200, {}), authority.issue('127.0.0.1'));
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const certificateFile = join(folder.path, 'store.pem');
    await writeFile(certificateFile, authority.cert);
    const { NODE_EXTRA_CA_CERTS: _extra, NODE_OPTIONS: _options, ...environment } = process.env;
    const requestWith = async (mode: string) => {
      const env = { ...environment, SSL_CERT_FILE: certificateFile };
      return (await promisify(execFile)(process.execPath, [program, host.base, mode], { env })).stdout;
    };
    expect(await requestWith('default')).toMatch(/UNABLE|SELF_SIGNED/);
    expect(await requestWith('trusting')).toBe('200');
  },
);
