/** @file The drawings of all icons: strokes in a box of 16 units, without colour. */

export type Stroke =
  | { readonly path: string }
  | { readonly circle: readonly [x: number, y: number, radius: number]; readonly dashes?: string }
  | { readonly box: readonly [x: number, y: number, width: number, height: number, radius: number] };

const disc: Stroke = { circle: [8, 8, 6.25] };

function strokes(...paths: readonly string[]): readonly Stroke[] {
  return paths.map((path) => ({ path }));
}

export const icons = {
  activity: strokes('M1.75 8.5h2.5l2.25-5.25 3 9.5 2-4.25h2.75'),
  alert: strokes('M8 2.25L14.5 13.5h-13z', 'M8 6.5v3.25M8 11.75v.01'),
  bank: strokes('M2 6l6-3.75L14 6zM1.75 13.75h12.5M3.75 8.25v3.5M8 8.25v3.5M12.25 8.25v3.5'),
  calendar: [{ box: [2.25, 3.25, 11.5, 10.5, 1.25] }, { path: 'M2.25 6.75h11.5M5.25 1.75v3M10.75 1.75v3' }],
  check: strokes('M3.25 8.5l3 3 6.5-7'),
  'check-circle': [disc, { path: 'M5.25 8.25l2 2 3.5-4' }],
  'chevron-down': strokes('M4 6l4 4 4-4'),
  'chevron-left': strokes('M10 4l-4 4 4 4'),
  'chevron-right': strokes('M6 4l4 4-4 4'),
  'chevron-up': strokes('M4 10l4-4 4 4'),
  clock: [disc, { path: 'M8 4.5V8l2.25 1.5' }],
  close: strokes('M4 4l8 8M12 4l-8 8'),
  columns: [{ box: [2, 2.5, 12, 11, 1.25] }, { path: 'M6 2.5v11M10 2.5v11' }],
  copy: [
    { box: [5.5, 5.5, 8, 8, 1.25] },
    { path: 'M10.5 5.5V3.25a1 1 0 0 0-1-1H3.25a1 1 0 0 0-1 1V9.5a1 1 0 0 0 1 1H5.5' },
  ],
  down: [disc, { path: 'M8 5v5.75M5.5 8.5L8 11l2.5-2.5' }],
  download: strokes('M8 2v8M4.75 7L8 10.25 11.25 7M2.5 13.5h11'),
  ended: [disc, { path: 'M3.6 3.6l8.8 8.8' }],
  file: strokes('M9.25 1.75H4.5a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5z', 'M9.25 1.75V5h3.25'),
  filter: strokes('M2.5 4.5h11M4.5 8h7M6.5 11.5h3'),
  flask: strokes(
    'M6.25 1.75v4L2.9 12a1.5 1.5 0 0 0 1.3 2.25h7.6A1.5 1.5 0 0 0 13.1 12L9.75 5.75v-4M5 1.75h6M4.6 9.5h6.8',
  ),
  folder: strokes('M1.75 4.25a1 1 0 0 1 1-1h3l1.5 1.75h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H2.75a1 1 0 0 1-1-1z'),
  help: [disc, { path: 'M6.2 6.3a1.85 1.85 0 1 1 2.7 1.6c-.55.3-.9.7-.9 1.3M8 11.3v.01' }],
  hold: [disc, { path: 'M6.5 5.75v4.5M9.5 5.75v4.5' }],
  hourglass: strokes(
    'M4 1.75h8M4 14.25h8M4.75 1.75v2C4.75 6 8 6.5 8 8s-3.25 2-3.25 4.25v2M11.25 1.75v2C11.25 6 8 6.5 8 8s3.25 2 3.25 4.25v2',
  ),
  image: [
    { box: [2, 3, 12, 10, 1.25] },
    { circle: [5.5, 6.25, 1] },
    { path: 'M2.5 12l3.6-3.4 2.4 2.2L10.6 9l3 2.6' },
  ],
  info: [disc, { path: 'M8 7.25V11M8 5v.01' }],
  key: [{ circle: [5.25, 10.75, 2.75] }, { path: 'M7.25 8.75L13 3M10.75 5.25l2 2' }],
  ledger: [{ box: [2, 2.5, 12, 11, 1.25] }, { path: 'M2 6h12M6.25 6v7.5' }],
  lock: [{ box: [3, 7, 10, 7, 1.25] }, { path: 'M5.25 7V4.75a2.75 2.75 0 0 1 5.5 0V7' }],
  minus: [disc, { path: 'M5.25 8h5.5' }],
  dash: strokes('M3 8h10'),
  more: [{ circle: [3.5, 8, 0.5] }, { circle: [8, 8, 0.5] }, { circle: [12.5, 8, 0.5] }],
  paste: [
    { path: 'M5.5 3.25h-1.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-1.5' },
    { box: [5.5, 1.75, 5, 3, 0.75] },
  ],
  pause: strokes('M5.5 3.5v9M10.5 3.5v9'),
  pencil: strokes('M10.5 3.25l2.25 2.25-7.5 7.5H3v-2.25zM9 4.75L11.25 7'),
  people: [
    { circle: [6, 5.25, 2.5] },
    {
      path: 'M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.9a2.5 2.5 0 0 1 0 4.7M12.1 9.9c1.5.6 2.4 1.9 2.4 3.6',
    },
  ],
  pin: strokes('M5.25 2.25h5.5M6 2.25v4L4 8.75v1h8v-1L10 6.25v-4M8 9.75v4'),
  play: strokes('M5 3.25v9.5L12.5 8z'),
  plus: strokes('M8 3v10M3 8h10'),
  print: strokes(
    'M4.5 6V2.25h7V6M4.5 11.5h-1.5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-1.5',
    'M4.5 9.5h7v4.25h-7z',
  ),
  problem: strokes('M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z', 'M8 4.75v3.75M8 11v.01'),
  proof: strokes('M3.5 1.75h9v12.5l-2.25-1.25L8 14.25 5.75 13 3.5 14.25z', 'M5.75 6.75l1.5 1.5 3-3.25'),
  queued: [{ circle: [8, 8, 6.25], dashes: '2.4 2.5' }],
  retry: strokes('M13.25 8a5.25 5.25 0 1 1-1.55-3.7l1.55 1.45M13.25 2.5v3.25H10'),
  save: strokes('M8 2v7.5M4.75 6.5L8 9.75l3.25-3.25M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2'),
  search: [{ circle: [7, 7, 4.5] }, { path: 'M10.5 10.5L14 14' }],
  'sign-out': strokes('M6.5 2.5h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10.25 4.75L13.5 8l-3.25 3.25M13.25 8H6.5'),
  sliders: [
    { path: 'M2 4.5h6.25M11.75 4.5H14M2 11.5h2.25M7.75 11.5H14' },
    { circle: [10, 4.5, 1.75] },
    { circle: [6, 11.5, 1.75] },
  ],
  'sort-down': strokes('M8 3v10M4.5 9.5L8 13l3.5-3.5'),
  'sort-up': strokes('M8 13V3M4.5 6.5L8 3l3.5 3.5'),
  stored: [
    { box: [1.75, 2.5, 12.5, 3.25, 0.75] },
    { path: 'M2.75 5.75v6.75a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V5.75M6.25 8.75h3.5' },
  ],
  trash: strokes(
    'M2.75 4.25h10.5M6 4.25V2.75a.75.75 0 0 1 .75-.75h2.5a.75.75 0 0 1 .75.75v1.5M4 4.25l.6 8.8a1 1 0 0 0 1 .95h4.8a1 1 0 0 0 1-.95l.6-8.8',
  ),
  up: [disc, { path: 'M8 11V5.25M5.5 7.5L8 5l2.5 2.5' }],
  upload: strokes('M8 10.25v-8M4.75 5.5L8 2.25l3.25 3.25M2.5 13.5h11'),
  'wifi-off': strokes(
    'M2 2l12 12M4.6 9.4a5 5 0 0 1 3-1.4M2.2 6.8A8.6 8.6 0 0 1 5 5.1M8 4.25c2.2 0 4.2.9 5.8 2.5M10.6 8.6l.9.8M8 12.25v.01',
  ),
} as const satisfies Readonly<Record<string, readonly Stroke[]>>;

export type IconName = keyof typeof icons;
