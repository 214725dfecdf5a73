/** @file Names of the simulator's operations and hosts. */
import type { HostName } from '../../../shared/model/session/environment.ts';

/** A service host, or the host of signed links. */
export type HostLabel = HostName | 'storage';

/** Names of all operations, as faults, calls and violations use them. */
const routeNames = [
  /** Section 4.1. */
  'login',
  /** Section 4.2. */
  'wallets',
  /** Section 4.3. */
  'uploadDocuments',
  /** Section 4.4: the PUT to `link`. */
  'upload',
  /** The target of `url` in section 4.3; a file sent there is a violation. */
  'documentUrl',
  /** Section 4.5. */
  'createRecipient',
  'updateRecipient',
  /** Section 4.6. */
  'proof',
  /** Section 4.7. */
  'statementExport',
  /** The link of section 2.9. */
  'statementDownload',
  /** `GET /` or `HEAD /` of a service host: checks reachability and token. Never a violation. */
  'probe',
] as const;

export type RouteName = (typeof routeNames)[number];
