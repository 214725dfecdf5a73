/** @file Functions that run in the page or in the main process. Each is sent as source text, so it uses no name from outside its body. */
import type * as Electron from 'electron';

/** How often a topic was sent to the window. */
export interface Messages {
  readonly topic: string;
  readonly count: number;
  /** The highest number of messages within one second. */
  readonly maxPerSecond: number;
}

/** Records when each topic is sent to the window. */
export function recordMessages({ BrowserWindow }: typeof Electron): void {
  const sendTimes = new Map<string, number[]>();
  Reflect.set(globalThis, 'benchMessages', sendTimes);
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    const send = webContents.send.bind(webContents);
    webContents.send = (channel: string, ...args: unknown[]) => {
      const changes: unknown[] = Array.isArray(args[0]) ? args[0] : [];
      for (const change of changes) {
        const topic =
          typeof change === 'object' && change !== null && 'topic' in change ? String(change.topic) : channel;
        sendTimes.set(topic, [...(sendTimes.get(topic) ?? []), performance.now()]);
      }
      send(channel, ...args);
    };
  }
}

/** Returns and clears the records of {@link recordMessages}. */
export function takeMessages(): Messages[] {
  const sendTimes: unknown = Reflect.get(globalThis, 'benchMessages');
  if (!(sendTimes instanceof Map)) throw new Error('Messages are not recorded');
  const messages = [...sendTimes].map(([topic, recorded]) => {
    const times: number[] = recorded;
    const maxPerSecond = Math.max(
      ...times.map((from, index) => times.slice(index).filter((time) => time < from + 1_000).length),
    );
    return { topic: String(topic), count: times.length, maxPerSecond };
  });
  sendTimes.clear();
  return messages;
}

/** Records the time between frames in the page. */
export function recordFrames(): void {
  const frameGapsMs: number[] = [];
  Reflect.set(globalThis, 'benchGaps', frameGapsMs);
  let lastFrameAt = performance.now();
  const frame = () => {
    const frameAt = performance.now();
    if (Reflect.get(globalThis, 'benchGaps') !== frameGapsMs) return;
    frameGapsMs.push(frameAt - lastFrameAt);
    lastFrameAt = frameAt;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Stops {@link recordFrames}. Returns the milliseconds between frames. */
export function takeFrames(): number[] {
  const frameGapsMs: unknown = Reflect.get(globalThis, 'benchGaps');
  Reflect.deleteProperty(globalThis, 'benchGaps');
  return Array.isArray(frameGapsMs) ? frameGapsMs.map(Number) : [];
}

/** Scrolls the list down in each frame, starting again at its end. Returns the highest position reached. */
export async function scrollList({
  pixels,
  pages,
  milliseconds,
}: {
  /** Pixels in each frame. */
  readonly pixels: number;
  /** Pages in each tenth frame. */
  readonly pages: number;
  readonly milliseconds: number;
}): Promise<number> {
  const scroller = document.querySelector('[data-part="grid-scroll"], [data-part="viewer-grid"]');
  if (scroller === null) throw new Error('There is no list');
  const endAt = performance.now() + milliseconds;
  let maxScrollTop = 0;
  for (let frame = 0; performance.now() < endAt; frame += 1) {
    const scrollTopBefore = scroller.scrollTop;
    const step = pixels + (frame % 10 === 0 ? pages * scroller.clientHeight : 0);
    scroller.scrollTop = scrollTopBefore + step;
    if (step > 0 && scroller.scrollTop === scrollTopBefore) scroller.scrollTop = 0;
    maxScrollTop = Math.max(maxScrollTop, scroller.scrollTop);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return maxScrollTop;
}
