/**
 * @file Requests upload links in batches. Documents that arrive during a request share the next one (specification,
 * section 4.3, takes an array), so that one round trip serves many and none waits for others.
 */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform/platform.ts';
import type { PaymentsService } from '../../../service/service.ts';
import { mimeTypeOf } from '../../../service/uploads.ts';
import { type DatedTarget, startAgeTimer } from './link-age.ts';

interface LinkRequest {
  readonly name: string;
  readonly signal: AbortSignal;
  resolve(target: DatedTarget): void;
  reject(error: unknown): void;
}

const maxNamesPerRequest = 16;

/** Errors that may concern one of several names: each is then requested separately. */
const individuallyRetriedErrors = new Set(['service-refused', 'answer-not-understood', 'arguments-invalid']);

/** Requests links in batches. */
export class UploadLinkBatcher {
  readonly #service: Pick<PaymentsService, 'requestUploadLinks'>;
  readonly #clock: Clock;
  #queue: LinkRequest[] = [];
  #requestsInFlight = 0;
  /** A host that has asked for a pause gets one request at a time: fewer requests serve the same documents. */
  #maxConcurrentRequests = 2;

  constructor(service: Pick<PaymentsService, 'requestUploadLinks'>, clock: Clock) {
    this.#service = service;
    this.#clock = clock;
  }

  /**
   * Requests a link for a file name. Rejects like `requestUploadLinks`, and with `cancelled` when the signal is
   * aborted.
   */
  requestLink(name: string, signal: AbortSignal): Promise<DatedTarget> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#queue = this.#queue.filter((queued) => queued !== request);
        reject(new PaydeskError('cancelled', 'The document was withdrawn'));
      };
      const removeAbortListener = () => signal.removeEventListener('abort', cancel);
      const request: LinkRequest = {
        name,
        signal,
        resolve: (target) => {
          removeAbortListener();
          resolve(target);
        },
        reject: (error) => {
          removeAbortListener();
          reject(error instanceof Error ? error : toPaydeskError(error));
        },
      };
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel);
      this.#queue.push(request);
      this.#sendRequests();
    });
  }

  #sendRequests(): void {
    while (this.#requestsInFlight < this.#maxConcurrentRequests && this.#queue.length > 0) {
      const group = this.#takeGroup();
      this.#requestsInFlight += 1;
      void this.#request(group).finally(() => {
        this.#requestsInFlight -= 1;
        this.#sendRequests();
      });
    }
  }

  /** Takes the oldest request and those of the same file type: an item of the response does not name its file. */
  #takeGroup(): LinkRequest[] {
    const [oldest] = this.#queue;
    if (oldest === undefined) return [];
    const type = mimeTypeOf(oldest.name);
    const group = this.#queue.filter(({ name }) => mimeTypeOf(name) === type).slice(0, maxNamesPerRequest);
    this.#queue = this.#queue.filter((request) => !group.includes(request));
    return group;
  }

  /** Never rejects: settles every request of the group. */
  async #request(group: readonly LinkRequest[]): Promise<void> {
    const ageMs = startAgeTimer(this.#clock);
    try {
      const names = group.map(({ name }) => name);
      const targets = await this.#service.requestUploadLinks(names, createSharedAbortSignal(group));
      for (const [index, request] of group.entries()) {
        const target = targets[index];
        if (target !== undefined) request.resolve({ target, ageMs });
        else request.reject(new PaydeskError('answer-not-understood', 'There is no link'));
      }
    } catch (thrown) {
      if (thrown instanceof PaydeskError && thrown.code === 'service-throttled')
        this.#maxConcurrentRequests = 1;
      if (group.length > 1 && thrown instanceof PaydeskError && individuallyRetriedErrors.has(thrown.code)) {
        for (const request of group) if (!request.signal.aborted) await this.#request([request]);
        return;
      }
      for (const request of group) request.reject(thrown);
    }
  }
}

/** Returns a signal that is aborted when all requests of a group are aborted. */
function createSharedAbortSignal(group: readonly LinkRequest[]): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (group.every(({ signal }) => signal.aborted)) controller.abort();
  };
  for (const { signal } of group) signal.addEventListener('abort', check);
  return controller.signal;
}
