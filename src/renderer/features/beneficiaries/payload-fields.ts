/** @file Presents the JSON object of a new beneficiary as fields. The text stays the only copy of the data. */
import { z } from 'zod';
import { findJsonFault, type JsonLeaf, listLeaves } from '../../../shared/json-object/read-json.ts';
import { t } from '../../../shared/messages/index.ts';
import { placeholderName } from '../../../shared/model/beneficiary.ts';

/** One value of the object as a field of the form. */
export interface PayloadFormField {
  /** The same for the field in the template and in the text. */
  readonly id: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'flag';
  /** A text without its quotes, a number as it is written, `true` or `false`; empty for a placeholder. */
  readonly value: string;
  /** The name of the field's placeholder, which must be replaced; `null` for an ordinary value. */
  readonly placeholder: string | null;
  readonly leaf: JsonLeaf;
}

/** The fields of an object, and the labels of its values that cannot be edited as fields: `null` and empty lists. */
export interface PayloadForm {
  readonly fields: readonly PayloadFormField[];
  readonly fixed: readonly string[];
}

/** Larger objects are edited as JSON only. */
const maxFields = 100;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function idOf({ path }: JsonLeaf): string {
  return JSON.stringify(path);
}

/** Names of fields that are written in capitals. */
const acronyms: ReadonlySet<string> = new Set(['bic', 'iban', 'id', 'url', 'vat']);

/** `paymentLimit` as `payment limit`. */
function toPlainName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ');
}

/** Describes a path as `City (address)`; positions in lists count from 1. */
function describePath({ path }: JsonLeaf): string {
  const names = path.map((part) => (typeof part === 'number' ? String(part + 1) : toPlainName(part)));
  const depth = path.findLastIndex((part) => typeof part === 'string');
  const name = names.slice(depth).join(' ');
  const group = names.slice(0, depth).join(' ');
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return group === '' ? label : t('beneficiaries.payload.form.nested', { name: label, group });
}

function readText(text: string, leaf: JsonLeaf): string {
  return z.string().parse(JSON.parse(text.slice(leaf.start, leaf.end)));
}

/** The names of the placeholders of a text, by the field's ID. */
function listPlaceholders(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const leaf of listLeaves(text)) {
    const name = leaf.kind === 'text' ? placeholderName(readText(text, leaf)) : null;
    if (name !== null) names.set(idOf(leaf), name);
  }
  return names;
}

/**
 * Lists the fields of a valid JSON object. A placeholder of the template names its field.
 * `null` when the object has more than 100 values.
 */
export function listPayloadFields(text: string, template: string | null): PayloadForm | null {
  const leaves = listLeaves(text);
  if (leaves.length > maxFields) return null;
  const names = new Map([
    ...(template === null ? [] : listPlaceholders(template)),
    ...listPlaceholders(text),
  ]);
  const fields: PayloadFormField[] = [];
  const fixed: string[] = [];
  for (const leaf of leaves) {
    const { kind } = leaf;
    if (kind === 'null' || kind === 'empty') {
      fixed.push(describePath(leaf));
      continue;
    }
    const name = names.get(idOf(leaf));
    const value = kind === 'text' ? readText(text, leaf) : text.slice(leaf.start, leaf.end);
    fields.push({
      id: idOf(leaf),
      label: name === undefined || name === '' ? describePath(leaf) : name,
      kind,
      value: placeholderName(value) === null ? value : '',
      placeholder: name ?? null,
      leaf,
    });
  }
  return { fields, fixed };
}

/** True for a number as JSON writes it, which can be sent exactly. */
export function isJsonNumber(typed: string): boolean {
  return numberPattern.test(typed.trim()) && findJsonFault(typed.trim()) === null;
}

/** Replaces the value of one field and keeps every other character. A cleared placeholder returns. */
export function replaceFieldValue(text: string, field: PayloadFormField, typed: string): string {
  const { kind, leaf, placeholder } = field;
  const cleared = typed === '' && placeholder !== null ? `{{${placeholder}}}` : typed;
  const value = kind === 'text' ? JSON.stringify(cleared) : typed.trim();
  return text.slice(0, leaf.start) + value + text.slice(leaf.end);
}
