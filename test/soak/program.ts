/** @file Runs Paydesk's built program with a time that a test moves, in place of the program itself. */
import { installMovingTime } from './moving-time.ts';

Reflect.set(globalThis, 'movingTime', installMovingTime());
await import(new URL('../../out/main/index.js', import.meta.url).href);
