/**
 * @file The policy as a configuration profile of macOS, with all fields at their defaults, for administrators to edit.
 */
import { type ManagedFile, managedFileSchema } from '../../src/shared/model/session/managed.ts';
import { escapeXml } from './group-policy.ts';

/** Identifier of Paydesk's preferences; macOS names the preferences file after it. */
const domain = 'com.paydesk.desktop';

/**
 * Validates a policy and returns it as a configuration profile. Fields with the value `null` are omitted.
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
${formatPlist(profile, '')}
</plist>
`;
}

function formatPlist(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return `${indent}<string>${escapeXml(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value} />`;
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}<array />`;
    return [`${indent}<array>`, ...value.map((item) => formatPlist(item, inner)), `${indent}</array>`].join(
      '\n',
    );
  }
  const entries = Object.entries(value ?? {}).filter(([, property]) => property !== null);
  if (entries.length === 0) return `${indent}<dict />`;
  const lines = entries.map(
    ([key, property]) => `${inner}<key>${key}</key>\n${formatPlist(property, inner)}`,
  );
  return [`${indent}<dict>`, ...lines, `${indent}</dict>`].join('\n');
}
