/** @file The features as the application sees them, and what they depend on. */
import type { WorkInFlight } from '../../shared/model/session/work-in-flight.ts';
import type { Contents } from '../bridge/contents.ts';
import type { ProfileValues } from '../bridge/profile-topics.ts';
import type { Handlers } from '../bridge/registrar.ts';
import type { Topics } from '../bridge/topics.ts';
import type { DraggedCopies } from '../files/dragged-copies.ts';
import type { DriveProcesses } from '../files/drive-processes.ts';
import type { SavedFiles } from '../files/saved-files.ts';
import type { Log } from '../log/log.ts';
import type { Platform } from '../platform/platform.ts';
import type { PolicyReading } from '../platform/policy/managed-file.ts';
import type { ProxyCredentialsProvider } from '../service/http/proxy-credentials.ts';
import type { AppOptions } from './app-options.ts';
import type { ExportTracker } from './exports-in-flight.ts';

/** All features as one object: their handlers, their work and their life cycle. */
export interface Features {
  readonly handlers: Handlers;
  /** Recovers unfinished work of the last run and resumes its session. */
  start(): Promise<void>;
  /** Provides user names and passwords for proxies. */
  readonly proxyCredentials: ProxyCredentialsProvider;
  /** Counts the work that quitting would end or postpone. */
  countInFlight(): WorkInFlight;
  /** True while documents, proofs, statements or exports are being transferred or written. */
  isBusy(): boolean;
  /** True from the lock of an idle session until the clerk has signed in again. */
  isLocked(): boolean;
  stop(): Promise<void>;
}

/** Dependencies of all features. */
export interface FeatureDeps {
  readonly platform: Platform;
  readonly exportTracker: ExportTracker;
  readonly options: AppOptions;
  readonly topics: Topics;
  readonly contents: Contents;
  readonly draggedCopies: DraggedCopies;
  readonly saved: SavedFiles;
  /** Child processes that open the clerk's files and folders. */
  readonly drives: DriveProcesses;
  readonly log: Log;
  readonly managed: PolicyReading;
  /** Resolves when TLS connections may be made, because the system's certificates were read. */
  readonly whenCertificatesReady: () => Promise<void>;
}

/** What a feature reports to features that are created after it. */
export interface FeatureEvents {
  readonly commit: [];
  readonly 'disk-full': [isFull: boolean];
  readonly 'practice-event': [body: Uint8Array];
  readonly published: [topic: keyof ProfileValues];
  readonly 'beneficiaries-changed': [profileId: string];
  readonly 'files-removed': [];
}
