/** @file How the host shows Paydesk, as its environment says. */
import { z } from 'zod';

const optionsSchema = z.object({
  /** `none` opens no page at all: commands come over the control channel only. */
  window: z.enum(['headless', 'headed', 'none']).default('headless'),
  /** What the operating system is set to. */
  colorScheme: z.enum(['light', 'dark']).default('light'),
  deviceScaleFactor: z.coerce.number().positive().default(1),
  locale: z.string().min(1).default('en-GB'),
  /** `ask` shows dialogs to the person in front of the window; otherwise they are closed at once. */
  dialogs: z.enum(['close', 'ask']).default('close'),
  /** What `app.isPackaged` says. */
  packaged: z.stringbool().default(false),
});

/** See {@link readHostOptions}. */
export type HostOptions = z.infer<typeof optionsSchema>;

const variables = {
  window: 'PAYDESK_HOST_WINDOW',
  colorScheme: 'PAYDESK_HOST_COLOR_SCHEME',
  deviceScaleFactor: 'PAYDESK_HOST_SCALE',
  locale: 'PAYDESK_HOST_LOCALE',
  dialogs: 'PAYDESK_HOST_DIALOGS',
  packaged: 'PAYDESK_HOST_PACKAGED',
} as const satisfies Record<keyof HostOptions, string>;

/** Reads the variables `PAYDESK_HOST_…`; what is not set has its usual value. */
export function readHostOptions(environment: Readonly<Record<string, string | undefined>>): HostOptions {
  return optionsSchema.parse(
    Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, environment[variable]])),
  );
}

/** The variables that make a host behave as `options` say. */
export function hostEnvironment(options: Partial<HostOptions>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = Object.entries(options).find(([key]) => key === name)?.[1];
    if (value !== undefined) environment[variable] = String(value);
  }
  return environment;
}
