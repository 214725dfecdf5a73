/** @file The states of Electron's fuses in a packaged Paydesk. */
import { FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * All nine fuses by name. Packaging fails when a later Electron adds a fuse that is not listed. WebAssembly keeps its
 * trap handlers, which are its bounds checks.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** Names of the fuses by their position in the binary. */
export const fuseNames: Readonly<Record<number, string>> = FuseV1Options;
