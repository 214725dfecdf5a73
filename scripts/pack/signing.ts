/** @file The environment variables for signing. electron-builder reads their values. */
import type { WindowsConfiguration } from 'electron-builder';
import type { Distribution } from '../../src/main/platform/distribution.ts';
import type { PackPlatform } from './fixture.ts';

type WindowsAzureSigningConfiguration = NonNullable<WindowsConfiguration['azureSignOptions']>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a release requires, by system. Each requirement lists alternative sets; one complete set suffices. */
const requiredVariables: Readonly<Record<PackPlatform, readonly (readonly (readonly string[])[])[]>> = {
  win32: [
    [
      ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
      [
        'AZURE_TENANT_ID',
        'AZURE_CLIENT_ID',
        'AZURE_CLIENT_SECRET',
        'PAYDESK_AZURE_ENDPOINT',
        'PAYDESK_AZURE_ACCOUNT',
        'PAYDESK_AZURE_PROFILE',
      ],
    ],
    [['PAYDESK_PUBLISHERS']],
    [['PAYDESK_UPDATE_KEY']],
  ],
  darwin: [
    [['CSC_LINK', 'CSC_KEY_PASSWORD']],
    [['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']],
    [['PAYDESK_UPDATE_KEY']],
  ],
  linux: [],
};

/**
 * Returns electron-builder's options for Azure Trusted Signing; `null` without `PAYDESK_AZURE_ENDPOINT`, so that a
 * certificate file is used. Azure's module reads the credential from the `AZURE_…` variables.
 */
export function azureSignOptions(environment: Environment): WindowsAzureSigningConfiguration | null {
  const endpoint = environment['PAYDESK_AZURE_ENDPOINT'] ?? '';
  if (endpoint === '') return null;
  return {
    endpoint,
    codeSigningAccountName: environment['PAYDESK_AZURE_ACCOUNT'] ?? '',
    certificateProfileName: environment['PAYDESK_AZURE_PROFILE'] ?? '',
    publisherName: readSigning(environment).publishers[0] ?? '',
  };
}

/** Returns the missing variables for a release; empty when it can be signed. */
export function missingForRelease(platform: PackPlatform, environment: Environment): string[] {
  if (platform === 'linux') return ['a system that Paydesk is released for (Windows or macOS)'];
  return requiredVariables[platform].flatMap((alternatives) => {
    const missing = alternatives.map((names) => names.filter((name) => (environment[name] ?? '') === ''));
    return missing.some((names) => names.length === 0) ? [] : (missing[0] ?? []);
  });
}

/** Returns the accepted signers of updates: `PAYDESK_UPDATE_KEY`, and `PAYDESK_PUBLISHERS` separated by semicolons. */
export function readSigning(environment: Environment): Omit<Distribution, 'installer'> {
  const key = environment['PAYDESK_UPDATE_KEY'] ?? '';
  const publishers = (environment['PAYDESK_PUBLISHERS'] ?? '').split(';').map((name) => name.trim());
  return { updateKey: key === '' ? null : key, publishers: publishers.filter((name) => name !== '') };
}
