/** @file Decides whether an SVG file is accepted. */
import type { DocumentReason } from '../../../../shared/model/document.ts';
import { inspectDrawing } from '../../../svg-content.ts';

/** Returns why a text is not a harmless drawing, or `null` when it is one. */
export function inspectSvg(text: string): DocumentReason | null {
  const finding = inspectDrawing(text);
  if (finding === null) return null;
  const code = finding.kind === 'active' ? 'svg-active' : 'svg-not-drawing';
  return { code, facts: { what: finding.what } };
}
