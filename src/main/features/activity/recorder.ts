/** @file Writes down what happens on this machine, where no request tells it by itself. */
import type { Profile } from '../../../shared/model/profile.ts';
import type { Activity, ActivityRecord } from './activity.ts';

/** What may be known of something beyond its name; without it, it was done and nothing was sent. */
export type RecordDetails = Partial<Pick<ActivityRecord, 'outcome' | 'request' | 'milliseconds'>>;

/** Records something that happened on this machine, for a profile or for none. */
export type RecordActivity = (
  kind: ActivityRecord['kind'],
  subject: string,
  profile: Profile | null,
  known?: RecordDetails,
) => void;

const nothingSent = { request: null, status: null, requestId: null, bytesSent: 0, milliseconds: 0 };

/** Creates the recorder of an activity. */
export function createRecorder(activity: Pick<Activity, 'record'>): RecordActivity {
  return (kind, subject, profile, known = {}) =>
    activity.record({
      ...nothingSent,
      kind,
      subject,
      profile: profile?.name ?? null,
      environment: profile?.environment ?? null,
      outcome: 'done',
      ...known,
    });
}
