import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './Icon.module.css';
import { type IconName, icons, type Stroke } from './icons.ts';

/** `xs` 12 px, `sm` 14 px, `md` 16 px, `lg` 20 px. */
type IconSize = 'xs' | 'sm' | 'md' | 'lg';

const classOfSize = {
  xs: classNames(styles.icon, styles.tiny),
  sm: classNames(styles.icon, styles.small),
  md: styles.icon,
  lg: classNames(styles.icon, styles.large),
} as const;

function draw(stroke: Stroke, key: number): ReactElement {
  if ('path' in stroke) return <path key={key} d={stroke.path} />;
  if ('circle' in stroke) {
    const [x, y, radius] = stroke.circle;
    return <circle key={key} cx={x} cy={y} r={radius} strokeDasharray={stroke.dashes} />;
  }
  const [x, y, width, height, radius] = stroke.box;
  return <rect key={key} x={x} y={y} width={width} height={height} rx={radius} />;
}

/** An icon in the colour of the surrounding text, hidden from screen readers because a label beside it is read. */
export function Icon({ name, size = 'md' }: { readonly name: IconName; readonly size?: IconSize }) {
  return (
    <svg className={classOfSize[size]} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {icons[name].map(draw)}
    </svg>
  );
}
