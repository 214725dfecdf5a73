/** @file Messages from and to the worker thread of the practice company. */
import { z } from 'zod';
import { hostNames, hostsSchema } from '../../shared/model/session/environment.ts';

const portSchema = z.number().int().min(1).max(65_535);

export const workerDataSchema = z.strictObject({
  /** Path of the journal; with `null`, no state is kept after the thread has ended. */
  journal: z.string().min(1).nullable(),
  /** Ports to listen on; a host that is not listed gets an ephemeral port. */
  ports: z.partialRecord(z.enum([...hostNames, 'storage']), portSchema).optional(),
});

/** A webhook payload (specification, section 2.9), which announces a statement. `event.url` is a secret. */
export const eventSchema = z.object({
  eventId: z.string(),
  eventType: z.literal('wallet.statement.generated'),
  createdAt: z.string(),
  event: z.object({
    walletId: z.number().int(),
    companyId: z.string(),
    createdAt: z.string(),
    dateFrom: z.string(),
    dateTill: z.string(),
    transactionCount: z.number().int(),
    url: z.string(),
  }),
});

export type StatementEvent = z.infer<typeof eventSchema>;

/** The result of the thread's start, when all hosts listen. */
export const startedSchema = z.object({
  hosts: hostsSchema,
  storage: z.string(),
  credentials: z.object({ clientId: z.string(), apiKey: z.string() }),
  companyId: z.string(),
});
