/** @file The environment variables for signing. electron-builder reads their values. */
import type { WindowsConfiguration } from 'electron-builder';
import type { Distribution } from '../../src/main/distribution.ts';
import type { PackPlatform } from './fixture.ts';

type WindowsAzureSigningConfiguration = NonNullable<WindowsConfiguration['azureSignOptions']>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a release requires; of nested lists, one complete set is sufficient. */
const needed: Readonly<Record<PackPlatform, readonly (readonly (readonly string[])[])[]>> = {
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
 * Returns the Azure Trusted Signing options of electron-builder, when `PAYDESK_AZURE_ENDPOINT` names one; `null` leaves
 * signing to a certificate file. The credential is read from the `AZURE_…` variables by Azure's own module.
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
  return needed[platform].flatMap((choices) => {
    const lacks = choices.map((names) => names.filter((name) => (environment[name] ?? '') === ''));
    return lacks.some((names) => names.length === 0) ? [] : (lacks[0] ?? []);
  });
}

/** Returns the accepted signers of updates: `PAYDESK_UPDATE_KEY`, and `PAYDESK_PUBLISHERS` separated by semicolons. */
export function readSigning(environment: Environment): Omit<Distribution, 'installer'> {
  const key = environment['PAYDESK_UPDATE_KEY'] ?? '';
  const publishers = (environment['PAYDESK_PUBLISHERS'] ?? '').split(';').map((name) => name.trim());
  return { updateKey: key === '' ? null : key, publishers: publishers.filter((name) => name !== '') };
}
