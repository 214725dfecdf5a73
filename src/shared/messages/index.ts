/** @file What the program uses of the message catalogs: {@link t} for texts, and the formats of numbers, sizes and times. */
export {
  formatBytes,
  formatBytesOf,
  formatCalendarDate,
  formatDuration,
  formatList,
  formatNumber,
  formatPercent,
  formatRate,
  formatRelativeDay,
  formatTime,
  formatTimeLeft,
  formatUtc,
  percentOf,
  type TimeForm,
} from './formats.ts';
export {
  type ArgumentsOf,
  intlConfig,
  type MessageKey,
  type PlainMessageKey,
  type RichMessageKey,
  replaceMessages,
  t,
} from './intl.ts';
