/** @file Moves toasts when an element that they must not cover comes below them. */
import { useLayoutEffect, useState } from 'react';
import {
  type Box,
  findToastPosition,
  isFreePosition,
  neverCovered,
  type ToastPosition,
} from './toast-position.ts';
import { toasts } from './toasts.ts';

/** Milliseconds between two checks of what the toasts cover. */
const recheckIntervalMs = 250;
/** Pixels around toasts. */
const inset = 8;

const defaultPosition: ToastPosition = { column: 'right', raised: 0 };

/** The last input device: toasts do not move away from a pointer in use, but from a resting one. */
interface LastInput {
  kind: 'pointer' | 'keyboard';
  /** The position of the pointer; `null` until it was moved. */
  pointer: Box | null;
}

function spaceForToasts(): Box {
  const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return {
    left: (edge('.rail')?.right ?? 0) + inset,
    top: (edge('.topbar')?.bottom ?? 0) + inset,
    right: window.innerWidth - inset,
    bottom: (edge('.tray')?.top ?? window.innerHeight) - inset,
  };
}

function obstaclesAround(region: HTMLElement): Box[] {
  return [...document.querySelectorAll(neverCovered)]
    .filter((element) => !region.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Follows the last input and its position. Returns the function that stops following. */
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
 * The position of the toasts. They stay while they cover nothing, appear beside the pointer instead of below it,
 * and where not all of them fit, the oldest are shown only in the tray.
 */
export function useToastPosition(region: HTMLElement | null): ToastPosition {
  const [position, setPosition] = useState<ToastPosition>(defaultPosition);
  const [lastInput] = useState<LastInput>({ kind: 'keyboard', pointer: null });
  useLayoutEffect(() => followInput(lastInput), [lastInput]);
  useLayoutEffect(() => {
    if (region === null) return;
    let now: ToastPosition | null = null;
    let lastHeight = 0;
    const update = () => {
      const isPointedAt = lastInput.kind === 'pointer' && region.matches(':hover');
      if (isPointedAt || region.contains(document.activeElement)) return;
      const { width, height } = region.getBoundingClientRect();
      const [space, size, obstacles] = [spaceForToasts(), { width, height }, obstaclesAround(region)];
      const hasGrown = height > lastHeight;
      lastHeight = height;
      const { pointer } = lastInput;
      const avoided = hasGrown && pointer !== null ? [...obstacles, pointer] : obstacles;
      if (now !== null && isFreePosition(now, space, size, avoided)) return;
      const next = findToastPosition(space, size, avoided) ?? findToastPosition(space, size, obstacles);
      if (next === null) toasts.dismissOldest();
      now = next ?? defaultPosition;
      setPosition(now);
    };
    update();
    const timer = window.setInterval(update, recheckIntervalMs);
    const resized = new ResizeObserver(update);
    resized.observe(region);
    return () => {
      window.clearInterval(timer);
      resized.disconnect();
    };
  }, [region, lastInput]);
  return position;
}
