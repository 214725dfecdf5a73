/** @file Moves toasts when they would cover an element that must stay visible. */
import { useLayoutEffect, useState } from 'react';
import {
  type Box,
  findToastPosition,
  isFreePosition,
  obstacleSelector,
  type ToastPosition,
} from './toast-position.ts';
import { toasts } from './toasts.ts';

/** Milliseconds between two checks of what the toasts cover. */
const recheckIntervalMs = 250;
/** Distance between the toasts and the edges of the available space. */
const insetPx = 8;

const defaultPosition: ToastPosition = { column: 'right', bottomOffset: 0 };

/** The last input device: toasts do not move away from a pointer in use, but from a resting one. */
interface LastInput {
  kind: 'pointer' | 'keyboard';
  /** A box of 2 by 2 pixels at the pointer; `null` until the pointer was moved. */
  pointer: Box | null;
}

function measureSpace(): Box {
  const findRect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return {
    left: (findRect('[data-region="rail"]')?.right ?? 0) + insetPx,
    top: (findRect('[data-region="bar"]')?.bottom ?? 0) + insetPx,
    right: window.innerWidth - insetPx,
    bottom: (findRect('[data-region="tray"]')?.top ?? window.innerHeight) - insetPx,
  };
}

function measureObstacles(region: HTMLElement): Box[] {
  return [...document.querySelectorAll(obstacleSelector)]
    .filter((element) => !region.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Updates `last` on every input. Returns the function that stops the updates. */
function followInput(last: LastInput): () => void {
  const onPointer = ({ clientX, clientY }: PointerEvent) => {
    last.kind = 'pointer';
    last.pointer = { left: clientX - 1, top: clientY - 1, right: clientX + 1, bottom: clientY + 1 };
  };
  const onKey = () => {
    last.kind = 'keyboard';
  };
  const listenerOptions = { capture: true, passive: true };
  window.addEventListener('pointermove', onPointer, listenerOptions);
  window.addEventListener('keydown', onKey, listenerOptions);
  return () => {
    window.removeEventListener('pointermove', onPointer, listenerOptions);
    window.removeEventListener('keydown', onKey, listenerOptions);
  };
}

/**
 * The position of the toasts. Toasts stay while they cover no obstacle, and a new toast does not appear under the
 * pointer. Where the toasts do not all fit, the oldest are shown only in the tray.
 */
export function useToastPosition(region: HTMLElement | null): ToastPosition {
  const [position, setPosition] = useState<ToastPosition>(defaultPosition);
  const [lastInput] = useState<LastInput>({ kind: 'keyboard', pointer: null });
  useLayoutEffect(() => followInput(lastInput), [lastInput]);
  useLayoutEffect(() => {
    if (region === null) return;
    let lastPosition: ToastPosition | null = null;
    let lastHeight = 0;
    const update = () => {
      const isPointedAt = lastInput.kind === 'pointer' && region.matches(':hover');
      if (isPointedAt || region.contains(document.activeElement)) return;
      const { width, height } = region.getBoundingClientRect();
      const [space, size, obstacles] = [measureSpace(), { width, height }, measureObstacles(region)];
      const hasGrown = height > lastHeight;
      lastHeight = height;
      const { pointer } = lastInput;
      const obstaclesAndPointer = hasGrown && pointer !== null ? [...obstacles, pointer] : obstacles;
      if (lastPosition !== null && isFreePosition(lastPosition, space, size, obstaclesAndPointer)) return;
      const next =
        findToastPosition(space, size, obstaclesAndPointer) ?? findToastPosition(space, size, obstacles);
      if (next === null) toasts.dismissOldest();
      lastPosition = next ?? defaultPosition;
      setPosition(lastPosition);
    };
    update();
    const timer = window.setInterval(update, recheckIntervalMs);
    const resizeObserver = new ResizeObserver(update);
    resizeObserver.observe(region);
    return () => {
      window.clearInterval(timer);
      resizeObserver.disconnect();
    };
  }, [region, lastInput]);
  return position;
}
