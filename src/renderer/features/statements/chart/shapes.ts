/** @file Shapes of a chart, which are painted on a canvas. Lengths are in CSS pixels. */

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

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
  /** A chart over time, with {@link imageScale} device pixels for each of its CSS pixels. */
  readonly plot: { readonly canvas: HTMLCanvasElement; readonly x: number; readonly y: number } | null;
}

const strongWeight = 600;
const alignments = { start: 'left', middle: 'center', end: 'right' } as const;

function tracePoints(context: CanvasRenderingContext2D, points: readonly Position[]): void {
  context.beginPath();
  for (const [index, [x, y]] of points.entries())
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
}

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

/** Device pixels for each CSS pixel of an image. */
export const imageScale = 2;

/** Paints a picture as a PNG image; returns its bytes as Base64. */
export async function paintPng({ width, height, fontFamily, shapes, plot }: Drawing): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = width * imageScale;
  canvas.height = height * imageScale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The canvas has no context');
  context.scale(imageScale, imageScale);
  paintShapes(context, shapes, fontFamily);
  if (plot !== null)
    context.drawImage(
      plot.canvas,
      plot.x,
      plot.y,
      plot.canvas.width / imageScale,
      plot.canvas.height / imageScale,
    );
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('The canvas was not encoded');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text);
}
