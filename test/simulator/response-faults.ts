/** @file Faults in the response of an operation that took effect. */
import { type Answer, type AnswerBody, errorAnswer, jsonAnswer } from '../../src/main/simulator/answers.ts';
import type { Exchange } from '../../src/main/simulator/exchange.ts';
import { renderAnswer, type Sender } from '../../src/main/simulator/sender.ts';
import { hang, reset } from './connection-faults.ts';
import { corruptItems } from './corrupt-items.ts';
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

  async function sendHuge(bodyLength: number, declaresLength: boolean): Promise<void> {
    const contentType = 'application/json; charset=utf-8';
    sender.writeHead(exchange, answer, contentType, declaresLength ? bodyLength : null, bodyLength);
    const unsubscribe = faults.onClear(() => exchange.request.socket.destroy());
    const blanks = Buffer.alloc(256 * 1024, ' ');
    response.write('[');
    for (let sentBytes = 1; sentBytes < bodyLength && !response.destroyed; sentBytes += blanks.length) {
      const hasRoom = response.write(blanks.subarray(0, bodyLength - sentBytes));
      if (!hasRoom) await drainOrClose(response);
    }
    unsubscribe();
    response.end();
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
    case 'truncated-json':
      return sender.send(exchange, { ...answer, body: truncateBody(exchange, answer) });
    case 'empty-body':
      return sender.send(exchange, { ...answer, body: { kind: 'none' } });
    case 'huge-body':
      return sendHuge(fault.bytes ?? 2 ** 31, fault.declaresLength ?? false);
    case 'items':
      return sender.send(
        exchange,
        changeJson(answer, (value) => corruptItems(value, fault.change)),
      );
    case 'rewrite':
      return sender.send(exchange, changeJson(answer, fault.change));
  }
}

/** Waits until the response can take more bytes. Errors are covered by the `close` that follows them. */
function drainOrClose(response: Exchange['response']): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.on('drain', finish).on('close', finish);
  });
}

function truncateBody(exchange: Exchange, answer: Answer): AnswerBody {
  const rendered = renderAnswer(exchange, answer);
  if (rendered === null) return answer.body;
  const { bytes, contentType } = rendered;
  return { kind: 'bytes', bytes: bytes.subarray(0, Math.floor(bytes.length / 2)), contentType };
}

function changeJson(answer: Answer, change: (value: unknown) => unknown): Answer {
  if (answer.body.kind !== 'json') return answer;
  return { ...jsonAnswer(answer.status, change(answer.body.value)), headers: answer.headers };
}
