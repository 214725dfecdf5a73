/** @file Options of the host, read from environment variables. */
import { z } from 'zod';

const optionsSchema = z.object({
  /** `none` opens no page: commands come only over the control channel. */
  window: z.enum(['headless', 'headed', 'none']).default('headless'),
  /** The theme of the operating system. */
  colorScheme: z.enum(['light', 'dark']).default('light'),
  deviceScaleFactor: z.coerce.number().positive().default(1),
  locale: z.string().min(1).default('en-GB'),
  /** `ask` shows dialogs to the person who uses the host; `close` cancels them immediately. */
  dialogs: z.enum(['close', 'ask']).default('close'),
  /** Milliseconds that Electron takes to become ready. */
  readyAfter: z.coerce.number().default(0),
  /** Address of a running Chromium in which the program opens its window, instead of starting one of its own. */
  browser: z.url().optional(),
});

export type HostOptions = z.infer<typeof optionsSchema>;

const variables = {
  window: 'PAYDESK_HOST_WINDOW',
  colorScheme: 'PAYDESK_HOST_COLOR_SCHEME',
  deviceScaleFactor: 'PAYDESK_HOST_SCALE',
  locale: 'PAYDESK_HOST_LOCALE',
  dialogs: 'PAYDESK_HOST_DIALOGS',
  readyAfter: 'PAYDESK_HOST_READY_AFTER',
  browser: 'PAYDESK_HOST_BROWSER',
} as const satisfies Record<keyof HostOptions, string>;

/** Reads the variables `PAYDESK_HOST_…`; a missing variable gets its default. */
export function readHostOptions(environment: Readonly<Record<string, string | undefined>>): HostOptions {
  return optionsSchema.parse(
    Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, environment[variable]])),
  );
}

/** Returns the environment variables for `options`. */
export function hostEnvironment(options: Partial<HostOptions>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = Object.entries(options).find(([key]) => key === name)?.[1];
    if (value !== undefined) environment[variable] = String(value);
  }
  return environment;
}
