/** @file Faults in the response of an operation that took effect. */
import { z } from 'zod';
import { type Answer, errorAnswer, jsonAnswer } from '../../src/main/practice/http/answers.ts';
import type { Exchange } from '../../src/main/practice/http/exchange.ts';
import { renderAnswer, type Sender } from '../../src/main/practice/http/sender.ts';
import { hang, reset } from './connection-faults.ts';
import type { FaultSource, ResponseFault } from './faults.ts';

/** Sends a response corrupted by a fault. */
export async function sendCorrupted(
  exchange: Exchange,
  answer: Answer,
  fault: ResponseFault,
  { sender, faults }: { readonly sender: Sender; readonly faults: FaultSource },
): Promise<void> {
  const { response } = exchange;
  const body = renderAnswer(exchange, answer);
  const bytes = Buffer.from(body?.bytes ?? []);

  /** Sends only `sentLength` bytes of the body, although `Content-Length` is `promisedLength`. */
  async function sendTruncated(promisedLength: number, sentLength: number): Promise<void> {
    sender.writeHead(exchange, answer, body?.contentType ?? null, promisedLength);
    response.flushHeaders();
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(0, sentLength), () => resolve());
    });
  }

  switch (fault.kind) {
    case 'effect-then-status':
      return sender.send(exchange, errorAnswer(fault.status ?? 500, 'Something went wrong'));
    case 'effect-then-reset':
      return reset(exchange, sender);
    case 'effect-then-hang':
      return hang(exchange, sender, faults);
    case 'reset-in-answer':
      await sendTruncated(bytes.length + 1, Math.ceil(bytes.length / 2));
      return reset(exchange, sender);
    case 'short-body':
      await sendTruncated(bytes.length + 64, bytes.length);
      if (fault.ending === 'hang') await hang(exchange, sender, faults);
      else exchange.request.socket.end();
      return;
    case 'empty-body':
      return sender.send(exchange, { ...answer, body: { kind: 'none' } });
    case 'missing-key':
      return sender.send(exchange, changeJson(answer, withoutFirstKey));
    case 'rewrite':
      return sender.send(exchange, changeJson(answer, fault.change));
  }
}

const uploadAnswerSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

/** Removes the key of the first item of an upload response; returns any other value unchanged. */
function withoutFirstKey(value: unknown): unknown {
  const answer = uploadAnswerSchema.safeParse(value);
  if (!answer.success) return value;
  const [{ key: _key, ...first } = {}, ...rest] = answer.data.items;
  return { items: [first, ...rest] };
}

function changeJson(answer: Answer, change: (value: unknown) => unknown): Answer {
  if (answer.body.kind !== 'json') return answer;
  return { ...jsonAnswer(answer.status, change(answer.body.value)), headers: answer.headers };
}
