/** @file Records local actions that send no request, such as exports and profile changes. */
import type { Profile } from '../../../shared/model/profile.ts';
import type { Activity, ActivityRecord } from './activity.ts';

/** Optional details of a record. The default is outcome `done` with nothing sent. */
type RecordDetails = Partial<Pick<ActivityRecord, 'outcome' | 'request' | 'milliseconds'>>;

/** Records a local action, for a profile or for none. */
type RecordActivity = (
  kind: ActivityRecord['kind'],
  subject: string,
  profile: Profile | null,
  details?: RecordDetails,
) => void;

const nothingSent = { request: null, status: null, requestId: null, bytesSent: 0, milliseconds: 0 };

export function createRecorder(activity: Pick<Activity, 'record'>): RecordActivity {
  return (kind, subject, profile, details = {}) =>
    activity.record({
      ...nothingSent,
      kind,
      subject,
      profile: profile?.name ?? null,
      environment: profile?.environment ?? null,
      outcome: 'done',
      ...details,
    });
}
