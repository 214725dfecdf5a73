/**
 * @file The policy as a configuration profile of macOS, with all fields at their defaults, for administrators to edit.
 */
import { type ManagedFile, managedFileSchema } from '../../src/shared/model/managed.ts';
import { escaped } from './group-policy.ts';

/** Identifies the preferences of Paydesk; macOS names their file after it. */
const domain = 'com.paydesk.desktop';

/**
 * Returns a profile with fields of the policy, which are validated first. `null` cannot be represented and is omitted.
 */
export function mobileconfig(policy: unknown = { version: 1 }): string {
  const fields: ManagedFile = managedFileSchema.parse(policy);
  const payload = {
    PayloadType: domain,
    PayloadIdentifier: `${domain}.policy.settings`,
    PayloadUUID: '0B9C6A0E-6F0C-4B4E-9E0C-3B8A8C1F5D21',
    PayloadVersion: 1,
    PayloadDisplayName: 'Paydesk',
    PayloadEnabled: true,
    ...fields,
  };
  const profile = {
    PayloadType: 'Configuration',
    PayloadIdentifier: `${domain}.policy`,
    PayloadUUID: 'C4C1B7D4-8C6A-4C56-8F0E-52F7E8D0A9B3',
    PayloadVersion: 1,
    PayloadDisplayName: 'Paydesk policy',
    PayloadDescription: 'Administrator settings of Paydesk',
    PayloadScope: 'System',
    PayloadRemovalDisallowed: true,
    PayloadContent: [payload],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${written(profile, '')}
</plist>
`;
}

function written(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value} />`;
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}<array />`;
    return [`${indent}<array>`, ...value.map((item) => written(item, inner)), `${indent}</array>`].join('\n');
  }
  const entries = Object.entries(value ?? {}).filter(([, part]) => part !== null);
  if (entries.length === 0) return `${indent}<dict />`;
  const lines = entries.map(([key, part]) => `${inner}<key>${key}</key>\n${written(part, inner)}`);
  return [`${indent}<dict>`, ...lines, `${indent}</dict>`].join('\n');
}
