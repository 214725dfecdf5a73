/** @file The functions for texts that clerks read: {@link t} for messages, and formats of numbers, sizes and times. */
export {
  formatBytes,
  formatBytesOf,
  formatCalendarDate,
  formatCompactNumber,
  formatDuration,
  formatList,
  formatMonth,
  formatMonthName,
  formatNumber,
  formatPercent,
  formatPlainList,
  formatRate,
  formatShortTimeLeft,
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
  replaceMessages,
  t,
} from './intl.ts';
