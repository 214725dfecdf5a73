/**
 * @file Sends attach operations: one at a time per beneficiary, never repeated automatically when the response was
 * lost.
 */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { RecipientUpdate } from '../../../../shared/model/session/profile.ts';
import type { AttachAnswer } from '../../../service/recipients.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Ports } from '../../ports.ts';
import * as procedures from '../database/attach/attach.ts';
import { type AttachOutcome, endAttach } from '../database/attach/attach-end.ts';
import { createAttachRefusedReason } from './classify-failure.ts';

interface AttachDeps extends Pick<Ports, 'store' | 'clock'> {
  readonly service: PaymentsService;
  readonly profileId: string;
  readonly recipientUpdate: RecipientUpdate;
}

/** The result of an attach operation, with the error that prevented it. */
export type AttachResult =
  | { readonly kind: 'attached' | 'unknown' }
  | { readonly kind: 'refused' | 'not-done'; readonly error: PaydeskError };

/**
 * Records the operation, sends it, and records its outcome. `batchId: null` creates a beneficiary without documents.
 * Throws like `beginAttach`; nothing was sent then.
 */
export async function attach(
  target: { readonly batchId: number | null; readonly beneficiaryId: number },
  deps: AttachDeps,
): Promise<AttachResult> {
  const { store, clock, profileId, recipientUpdate } = deps;
  const operation = await store.run(procedures.beginAttach, {
    ...target,
    profileId,
    recipientUpdate,
    at: clock.now(),
  });
  const answer = classifyAnswer(await sendOperation(operation, deps.service));
  await store.run(endAttach, { attachId: operation.id, at: clock.now(), ...toOutcomeRecord(answer) });
  if (answer.kind === 'not-done' || answer.kind === 'refused')
    return { kind: answer.kind, error: answer.error };
  return { kind: answer.kind === 'accepted' ? 'attached' : 'unknown' };
}

/** An ID that cannot be part of a path is rejected permanently: a retry would not change that. */
function classifyAnswer(answer: AttachAnswer): AttachAnswer {
  const isPermanent = answer.kind === 'not-done' && answer.error.code === 'arguments-invalid';
  return isPermanent ? { kind: 'refused', error: answer.error } : answer;
}

function sendOperation(
  operation: procedures.AttachOperation,
  service: PaymentsService,
): Promise<AttachAnswer> {
  const subject =
    operation.newDocuments === 0 ? operation.label : `${operation.label} (${operation.newDocuments})`;
  return operation.recipientId === null
    ? service.attachCreate(operation.body, subject)
    : service.attachUpdate(operation.recipientId, operation.body, subject);
}

function toOutcomeRecord(answer: AttachAnswer): {
  outcome: AttachOutcome;
  status: number | null;
  requestId: string | null;
} {
  switch (answer.kind) {
    case 'accepted':
      return {
        outcome: { kind: 'attached', recipientId: answer.recipientId },
        status: answer.status,
        requestId: answer.requestId,
      };
    case 'refused': {
      const { status } = answer.error.details;
      return {
        outcome: { kind: 'refused', reason: createAttachRefusedReason(answer.error) },
        status: typeof status === 'number' ? status : null,
        requestId: answer.error.requestId,
      };
    }
    case 'not-done':
      return { outcome: { kind: 'not-done' }, status: null, requestId: answer.error.requestId };
    case 'lost':
      return { outcome: { kind: 'unknown', cause: answer.cause }, status: null, requestId: answer.requestId };
  }
}
