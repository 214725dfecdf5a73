/** @file The policy as an administrative template of Windows: ADMX with its English texts (ADML). */
import { type PolicyField, policyFields, stripMarkdown } from './fields.ts';

const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
/** Maximum length of a text, in characters; it may be the JSON of all profiles. */
const maxTextLength = 16_383;

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the schema of non-null values. */
function valueNode({ node }: PolicyField) {
  return node.anyOf?.find(({ type }) => type !== 'null') ?? node;
}

/** Returns the fields of the template: all except the version, which is fixed. */
const listSettableFields = () => policyFields().filter(({ name }) => name !== 'version');

/** Returns the values of an enumeration, or an empty list. */
const choicesOf = (field: PolicyField) => valueNode(field).enum ?? [];

/** True for a field that is a number in the registry. All other fields are texts; lists and objects are JSON. */
const isNumber = (field: PolicyField) => valueNode(field).type === 'integer';

function element(field: PolicyField): string {
  const { name } = field;
  const attributes = `id="${name}" valueName="${name}" required="true"`;
  const { minimum = 0, maximum = 2 ** 31 - 1 } = valueNode(field);
  if (isNumber(field)) return `<decimal ${attributes} minValue="${minimum}" maxValue="${maximum}" />`;
  const items = choicesOf(field).map(
    (choice) =>
      `<item displayName="$(string.${name}_${choice})"><value><string>${choice}</string></value></item>`,
  );
  if (items.length > 0) return `<enum ${attributes}>${items.join('')}</enum>`;
  return `<text ${attributes} maxLength="${maxTextLength}" />`;
}

/** Returns the text of `Paydesk.admx`. */
export function admx(): string {
  const policies = listSettableFields().map(
    (
      field,
    ) => `    <policy name="${field.name}" class="Both" displayName="$(string.${field.name})" explainText="$(string.${field.name}_Explain)" presentation="$(presentation.${field.name})" key="Software\\Policies\\Paydesk">
      <parentCategory ref="Paydesk" />
      <supportedOn ref="SupportedPaydesk" />
      <elements>
        ${element(field)}
      </elements>
    </policy>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="paydesk" namespace="Paydesk.Policies.Paydesk" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SupportedPaydesk" displayName="$(string.SupportedPaydesk)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Paydesk" displayName="$(string.Paydesk)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** Returns a hint for administrators about the form of a field's value. */
function describeForm(field: PolicyField): string {
  if (isNumber(field)) return 'A number.';
  if (choicesOf(field).length > 0) return 'Choose one value.';
  return valueNode(field).type === 'string' ? 'Text.' : 'JSON on one line.';
}

function presentation(field: PolicyField): string {
  const { name } = field;
  if (isNumber(field)) return `<decimalTextBox refId="${name}" defaultValue="15">${name}</decimalTextBox>`;
  if (choicesOf(field).length > 0)
    return `<dropdownList refId="${name}" noSort="true">${name}</dropdownList>`;
  return `<textBox refId="${name}"><label>${name}</label></textBox>`;
}

/** Returns the text of `en-US/Paydesk.adml`. */
export function adml(): string {
  const fields = listSettableFields();
  const texts: [string, string][] = [
    ['SupportedPaydesk', 'Every version of Paydesk that has this template'],
    ['Paydesk', 'Paydesk'],
    ...fields.flatMap((field): [string, string][] => [
      [field.name, field.name],
      [`${field.name}_Explain`, `${stripMarkdown(field.meaning)}\n\n${describeForm(field)}`],
      ...choicesOf(field).map((choice): [string, string] => [`${field.name}_${choice}`, choice]),
    ]),
  ];
  const strings = texts.map(([id, text]) => `      <string id="${id}">${escapeXml(text)}</string>`);
  const presentations = fields.map(
    (field) => `      <presentation id="${field.name}">${presentation(field)}</presentation>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <displayName>Paydesk</displayName>
  <description>Administrator settings of Paydesk</description>
  <resources>
    <stringTable>
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}
