/** @file Functions that run in the page or in the main process. Each is sent as text and uses nothing outside itself. */
import type * as Electron from 'electron';

/** How often a topic was sent to the window. */
export interface Messages {
  readonly topic: string;
  readonly count: number;
  /** The highest number within one second. */
  readonly maxPerSecond: number;
}

/** Records when each topic is sent to the window. */
export function recordMessages({ BrowserWindow }: typeof Electron): void {
  const sent = new Map<string, number[]>();
  Reflect.set(globalThis, 'benchMessages', sent);
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    const send = webContents.send.bind(webContents);
    webContents.send = (channel: string, ...args: unknown[]) => {
      const changes: unknown[] = Array.isArray(args[0]) ? args[0] : [];
      for (const change of changes) {
        const topic =
          typeof change === 'object' && change !== null && 'topic' in change ? String(change.topic) : channel;
        sent.set(topic, [...(sent.get(topic) ?? []), performance.now()]);
      }
      send(channel, ...args);
    };
  }
}

/** Returns and clears the records of {@link recordMessages}. */
export function takeMessages(): Messages[] {
  const sent: unknown = Reflect.get(globalThis, 'benchMessages');
  if (!(sent instanceof Map)) throw new Error('Messages are not recorded');
  const found = [...sent].map(([topic, times]) => {
    const all: number[] = times;
    const maxPerSecond = Math.max(
      ...all.map((from, index) => all.slice(index).filter((time) => time < from + 1_000).length),
    );
    return { topic: String(topic), count: all.length, maxPerSecond };
  });
  sent.clear();
  return found;
}

/** Records the time between frames in the page. */
export function recordFrames(): void {
  const gaps: number[] = [];
  Reflect.set(globalThis, 'benchGaps', gaps);
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    if (Reflect.get(globalThis, 'benchGaps') !== gaps) return;
    gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Stops {@link recordFrames}. Returns the milliseconds between frames. */
export function takeFrames(): number[] {
  const gaps: unknown = Reflect.get(globalThis, 'benchGaps');
  Reflect.deleteProperty(globalThis, 'benchGaps');
  return Array.isArray(gaps) ? gaps.map(Number) : [];
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
  const scroller = document.querySelector('.grid-scroll');
  if (scroller === null) throw new Error('There is no list');
  const end = performance.now() + milliseconds;
  let seen = 0;
  for (let frame = 0; performance.now() < end; frame += 1) {
    const before = scroller.scrollTop;
    const step = pixels + (frame % 10 === 0 ? pages * scroller.clientHeight : 0);
    scroller.scrollTop = before + step;
    if (step > 0 && scroller.scrollTop === before) scroller.scrollTop = 0;
    seen = Math.max(seen, scroller.scrollTop);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return seen;
}
