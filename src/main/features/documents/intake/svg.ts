/** @file Says of an SVG file why it is not accepted. */
import type { DocumentReason } from '../../../../shared/model/document.ts';
import { inspectDrawing } from '../../../svg-content.ts';

/** Why a text is no harmless drawing, or `null` when it is one. */
export function inspectSvg(text: string): DocumentReason | null {
  const finding = inspectDrawing(text);
  if (finding === null) return null;
  const code = finding.kind === 'active' ? 'svg-active' : 'svg-not-drawing';
  return { code, facts: { what: finding.what } };
}
