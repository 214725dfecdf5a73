/** @file Shapes of a chart, which are painted on a canvas or written as SVG. Lengths are in CSS pixels. */

/** Positions from left and top. */
type Position = readonly [x: number, y: number];

export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | { readonly kind: 'polygon'; readonly points: readonly Position[]; readonly fill: string }
  | {
      readonly kind: 'line';
      readonly points: readonly Position[];
      readonly stroke: string;
      readonly width: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly isStrong: boolean;
      readonly fill: string;
      readonly anchor: 'start' | 'middle' | 'end';
    };

/** A picture of a chart. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

const strongWeight = 600;
const alignments = { start: 'left', middle: 'center', end: 'right' } as const;

function tracePoints(context: CanvasRenderingContext2D, points: readonly Position[]): void {
  context.beginPath();
  for (const [index, [x, y]] of points.entries())
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
}

/** Paints shapes on a canvas. */
export function paintShapes(
  context: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  fontFamily: string,
): void {
  for (const shape of shapes)
    switch (shape.kind) {
      case 'rect':
        context.fillStyle = shape.fill;
        context.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case 'polygon':
        tracePoints(context, shape.points);
        context.fillStyle = shape.fill;
        context.fill();
        break;
      case 'line':
        tracePoints(context, shape.points);
        context.strokeStyle = shape.stroke;
        context.lineWidth = shape.width;
        context.lineJoin = 'round';
        context.stroke();
        break;
      case 'text':
        context.font = `${shape.isStrong ? `${strongWeight} ` : ''}${shape.size}px ${fontFamily}`;
        context.fillStyle = shape.fill;
        context.textAlign = alignments[shape.anchor];
        context.textBaseline = 'alphabetic';
        context.fillText(shape.text, shape.x, shape.y);
        break;
    }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML, which has no control characters but tabs and line ends. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Formats a length with at most two decimals. */
const lengthText = (length: number) => String(Math.round(length * 100) / 100);

function pathOf(points: readonly Position[]): string {
  return points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${lengthText(x)} ${lengthText(y)}`)
    .join('');
}

function elementOf(shape: Shape): string {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, fill } = shape;
      return `<rect x="${lengthText(x)}" y="${lengthText(y)}" width="${lengthText(width)}" height="${lengthText(height)}" fill="${escapeXml(fill)}"/>`;
    }
    case 'polygon':
      return `<path d="${pathOf(shape.points)}Z" fill="${escapeXml(shape.fill)}"/>`;
    case 'line':
      return `<path d="${pathOf(shape.points)}" fill="none" stroke="${escapeXml(shape.stroke)}" stroke-width="${lengthText(shape.width)}" stroke-linejoin="round"/>`;
    case 'text': {
      const { x, y, text, size, isStrong, fill, anchor } = shape;
      const weight = isStrong ? ` font-weight="${strongWeight}"` : '';
      return `<text x="${lengthText(x)}" y="${lengthText(y)}" font-size="${size}"${weight} fill="${escapeXml(fill)}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
    }
  }
}

/** Writes a picture as an SVG file, which names no file or address outside. */
export function writeSvg({ width, height, title, fontFamily, shapes }: Drawing): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(fontFamily.replaceAll('"', "'"))}">`,
    `<title>${escapeXml(title)}</title>`,
    ...shapes.map(elementOf),
    '</svg>',
    '',
  ].join('\n');
}

/** Device pixels for each CSS pixel of an image. */
const imageScale = 2;

/** Paints a picture as a PNG image; returns its bytes as Base64. */
export async function paintPng({ width, height, fontFamily, shapes }: Drawing): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = width * imageScale;
  canvas.height = height * imageScale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The canvas has no context');
  context.scale(imageScale, imageScale);
  paintShapes(context, shapes, fontFamily);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('The canvas was not encoded');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text);
}
