/** @file Options of Paydesk that depend on its installation. */
import type { ManagedFile } from '../../shared/model/session/managed.ts';
import type { Distribution } from '../platform/distribution.ts';
import type { PolicySource } from '../platform/policy/managed-file.ts';
import type { UpdateEngine } from '../platform/updates/updates.ts';
import type { ProxyCredentialsProvider } from '../service/http/proxy-credentials.ts';

/** Paths, entry modules and permissions of this installation. */
export interface AppOptions {
  /** Folder for all stored data; it exists. */
  readonly dataFolder: string;
  /** Reads the sources of the administrator's policy, by precedence. Never rejects. */
  readonly readPolicySources: () => Promise<readonly PolicySource[]>;
  /** Folder of the sample documents and the CSV of their beneficiaries; without it there are no samples. */
  readonly samplesFolder?: string;
  /** Allows service hosts on 127.0.0.1 without TLS. */
  readonly allowHttpLoopback: boolean;
  /** Functions with which Paydesk updates itself; absent when updates are installed by other means. */
  readonly updates?: {
    readonly distribution: Pick<Distribution, 'updateKey'>;
    createEngine(
      feedUrl: string,
      proxy: ManagedFile['proxy'],
      proxyCredentials: ProxyCredentialsProvider,
    ): Promise<UpdateEngine | null>;
    isSignedByPublisher(file: string): Promise<boolean>;
    /** True when Paydesk runs from a folder that it cannot write to, such as a disk image. */
    isReadOnlyCopy(): Promise<boolean>;
    quitAndInstall(install: () => Promise<void>): void;
  };
  /** File URLs of the entry modules of threads and child processes. */
  readonly entries: {
    readonly store: URL;
    readonly files: URL;
    readonly keychain: URL;
    readonly practice: URL;
    readonly proofReader: URL;
    readonly jsonParser: URL;
    readonly listReader: URL;
    readonly statementEngine: URL;
    /** Without it, only Node's built-in certificates are trusted. */
    readonly certificates?: URL;
  };
}
