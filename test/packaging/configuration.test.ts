/** @file The configuration that packages Paydesk, and the signing variables that a release requires. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Arch, type build, Platform } from 'electron-builder';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { electronVersion, packInstallers } from '../../scripts/pack/pack.ts';
import { azureSignOptions, missingForRelease, readSigning } from '../../scripts/pack/signing.ts';
import { root } from '../unit/layers/imports.ts';

const readText = (path: string) => readFile(join(root, path), 'utf8');
const builderConfig = z.record(z.string(), z.unknown()).parse(parse(await readText('electron-builder.yml')));

describe('electron-builder.yml', () => {
  test('keeps the identifiers by which an update finds the installed program', () => {
    expect(builderConfig).toMatchObject({
      appId: 'com.paydesk.desktop',
      productName: 'Paydesk',
      nsis: { guid: '5f0f6c7e-5c2b-5c0b-9d1e-6d7f0c1b2a34' },
      msi: { upgradeCode: '8E0B6A52-4B7D-4E0B-8C57-0E8C0E5B7B11' },
    });
  });

  test('lists the shipped files one by one, without exclusions or broad wildcards', () => {
    const files = z.array(z.string()).parse(builderConfig['files']);
    expect(
      files.filter((pattern) => pattern.startsWith('!') || /^\*|^out\/\*|^node_modules\/\*/.test(pattern)),
    ).toEqual([]);
    expect(builderConfig).toMatchObject({ directories: { app: 'dist/app' }, npmRebuild: false });
  });

  test('requests only one entitlement on macOS', async () => {
    const mac = z
      .object({ entitlements: z.string(), entitlementsInherit: z.string() })
      .parse(builderConfig['mac']);
    for (const file of Object.values(mac)) {
      const keys = [...(await readText(file)).matchAll(/<key>(.*?)<\/key>/g)].map((match) => match[1]);
      expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
    }
  });

  test('names every file by version, system and architecture, without spaces', () => {
    const names = [...JSON.stringify(builderConfig).matchAll(/"artifactName":"([^"]*)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toMatch(/^\$\{name\}-\$\{version\}-\$\{os\}-\$\{arch\}(-setup)?\.\$\{ext\}$/);
    }
  });

  test('hardens and notarises the program for macOS, and starts as the user on Windows', () => {
    expect(builderConfig).toMatchObject({
      win: { requestedExecutionLevel: 'asInvoker', signtoolOptions: { signingHashAlgorithms: ['sha256'] } },
      nsis: { perMachine: false, allowElevation: false, differentialPackage: 'store-asar' },
      mac: { hardenedRuntime: true, notarize: true },
    });
    expect(JSON.stringify(builderConfig)).not.toContain('verifyUpdateCodeSignature');
  });

  test('keeps the integrity check of the archive, and unpacks only native modules', () => {
    expect(builderConfig).toMatchObject({ asar: { smartUnpack: false }, asarUnpack: ['**/*.node'] });
    expect(JSON.stringify(builderConfig)).not.toContain('disableAsarIntegrity');
    expect(builderConfig).toMatchObject({ afterPack: './scripts/pack/after-pack.ts', publish: null });
  });
});

describe('a release', () => {
  const windowsVariables = {
    WIN_CSC_LINK: 'file.pfx',
    WIN_CSC_KEY_PASSWORD: 'secret',
    PAYDESK_PUBLISHERS: 'CN=Paydesk; CN=Paydesk 2, O=Paydesk',
    PAYDESK_UPDATE_KEY: 'a2V5',
  };

  test('is refused when a variable for signing is missing', () => {
    expect(missingForRelease('win32', {})).toEqual(Object.keys(windowsVariables));
    expect(missingForRelease('win32', { ...windowsVariables, WIN_CSC_KEY_PASSWORD: '' })).toEqual([
      'WIN_CSC_KEY_PASSWORD',
    ]);
    expect(missingForRelease('darwin', { CSC_LINK: 'x', CSC_KEY_PASSWORD: 'x' })).toEqual([
      'APPLE_API_KEY',
      'APPLE_API_KEY_ID',
      'APPLE_API_ISSUER',
      'PAYDESK_UPDATE_KEY',
    ]);
    expect(missingForRelease('linux', windowsVariables)).not.toEqual([]);
  });

  test('is built when all variables are set, and its program knows the publishers and key of its updates', () => {
    expect(missingForRelease('win32', windowsVariables)).toEqual([]);
    expect(readSigning(windowsVariables)).toEqual({
      updateKey: 'a2V5',
      publishers: ['CN=Paydesk', 'CN=Paydesk 2, O=Paydesk'],
    });
    expect(readSigning({})).toEqual({ updateKey: null, publishers: [] });
  });
});

describe('a release for Windows signed by Azure', () => {
  const azureVariables = {
    AZURE_TENANT_ID: 'tenant',
    AZURE_CLIENT_ID: 'client',
    AZURE_CLIENT_SECRET: 'secret',
    PAYDESK_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net',
    PAYDESK_AZURE_ACCOUNT: 'paydesk',
    PAYDESK_AZURE_PROFILE: 'release',
    PAYDESK_PUBLISHERS: 'CN=Paydesk; CN=Paydesk 2',
    PAYDESK_UPDATE_KEY: 'a2V5',
  };

  test('needs no certificate file, but every variable of Azure', () => {
    expect(missingForRelease('win32', azureVariables)).toEqual([]);
    for (const name of Object.keys(azureVariables)) {
      expect(missingForRelease('win32', { ...azureVariables, [name]: '' }), name).not.toEqual([]);
    }
  });

  test('passes account, profile and publisher to electron-builder, but no secret', () => {
    expect(azureSignOptions(azureVariables)).toEqual({
      endpoint: 'https://weu.codesigning.azure.net',
      codeSigningAccountName: 'paydesk',
      certificateProfileName: 'release',
      publisherName: 'CN=Paydesk',
    });
    expect(azureSignOptions({ WIN_CSC_LINK: 'file.pfx' })).toBeNull();
  });

  /** Returns the options that electron-builder gets for the Windows installers. */
  async function builderOptions(environment: Readonly<Record<string, string>>, release: boolean) {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const calls: Parameters<typeof build>[0][] = [];
    const files = await packInstallers('win32', 'nsis', ['x64', 'arm64'], release, async (options) => {
      calls.push(options);
      return ['paydesk-setup.exe'];
    });
    expect(files).toEqual(['paydesk-setup.exe']);
    return calls;
  }

  test('makes electron-builder sign by Azure, and fail when a file is not signed', async () => {
    expect(await builderOptions(azureVariables, true)).toEqual([
      {
        projectDir: root,
        targets: Platform.WINDOWS.createTarget('nsis', Arch.x64, Arch.arm64),
        publish: 'never',
        config: {
          electronVersion: await electronVersion(),
          forceCodeSigning: true,
          win: { azureSignOptions: azureSignOptions(azureVariables) },
        },
      },
    ]);
  });

  test('is signed with the certificate file when Azure is not configured, and not signed in a trial build', async () => {
    const version = { electronVersion: await electronVersion() };
    const signedByFile = await builderOptions({ ...azureVariables, PAYDESK_AZURE_ENDPOINT: '' }, true);
    expect(signedByFile[0]?.config).toEqual({ ...version, forceCodeSigning: true });
    const trialBuild = await builderOptions(azureVariables, false);
    const unsignedConfig = { ...version, forceCodeSigning: false, mac: { notarize: false } };
    expect(trialBuild[0]?.config).toEqual(unsignedConfig);
  });

  test('gets each variable of Azure from the workflow, only on Windows', async () => {
    const workflow = await readText('.github/workflows/release.yml');
    for (const name of Object.keys(azureVariables).filter((variable) => variable.includes('AZURE'))) {
      expect(workflow).toMatch(
        new RegExp(
          `${name}: \\$\\{\\{ runner\\.os == 'Windows' && (vars|secrets)\\.${name} \\|\\| '' \\}\\}`,
        ),
      );
    }
  });
});

describe('Electron', () => {
  test('is pinned to one version', async () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readText('package.json')));
    for (const [name, version] of Object.entries(devDependencies)) {
      expect(version, name).toMatch(/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
  });
});
