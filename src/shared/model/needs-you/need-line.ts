/** @file A line of *Needs you*: what needs the clerk, and the screen that its button opens. */
import { z } from 'zod';
import { type Need, needSchema } from './needs-you.ts';
import { type ScreenTarget, screenTargetSchema } from './screen-target.ts';

/** A line with the target of its button. */
export const needLineSchema = z.intersection(needSchema, z.object({ target: screenTargetSchema }));

export type NeedLine = Need & { readonly target: ScreenTarget };
