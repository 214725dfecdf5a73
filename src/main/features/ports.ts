/** @file What the application provides to features. Each feature names the ports that it uses. */
import type { PaydeskError } from '../../shared/errors.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import type { Contents } from '../bridge/contents.ts';
import type { ProfileTopics } from '../bridge/profile-topics.ts';
import type { Publisher } from '../bridge/topics.ts';
import type { DriveProcesses } from '../files/drive-processes.ts';
import type { SavedFiles } from '../files/saved-files.ts';
import type { ListReader } from '../formats/csv/list-reader.ts';
import type { TextPages } from '../formats/pages/text-pages.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import type { HostBackoff } from '../service/http/host-backoff.ts';
import type { Http } from '../service/http/http.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import type { Library } from '../storage/library/library.ts';
import type { Store } from '../storage/store/store.ts';

export interface Ports
  extends Pick<Platform, 'clock' | 'random' | 'dialogs' | 'shell' | 'processes' | 'info'> {
  readonly store: Store;
  /** The same store; it retries writes while the disk is full. */
  readonly diskFullRetryStore: Store;
  readonly diskSpace: DiskSpace;
  /** The time by which links expire. */
  readonly serviceClock: Clock;
  readonly library: Library;
  readonly saved: SavedFiles;
  /** Processes that open the clerk's files and folders. */
  readonly drives: DriveProcesses;
  /** Reads a file that the clerk chose, in the process of its drive. Throws `file-missing` or `file-unreadable`. */
  readonly readChosenFile: (path: string) => AsyncIterable<Uint8Array>;
  readonly readList: ListReader;
  /** Returns the PDF of a text; `null` when the text is too long. Rejects with `pages-not-made`, and with `cancelled`. */
  readonly renderPages: (text: TextPages) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens the system's print dialog with a text. Resolves when it is closed; rejects with `pages-not-made`. */
  readonly printPages: (text: TextPages) => Promise<void>;
  readonly http: Http;
  readonly hostBackoff: HostBackoff;
  readonly contents: Contents;
  readonly publisher: Publisher;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  /** Called when the service no longer accepts the session. */
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  /** Called on unexpected errors. */
  readonly onUnexpected: (thrown: unknown) => void;
}
