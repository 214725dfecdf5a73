/**
 * @file Reads a part of a workbook as XML events. A document type is refused, so that no entity is expanded and nothing is
 * fetched; depth and the length of a text are bounded.
 */
import { SaxesParser } from 'saxes';
import { workbookError } from './workbook-error.ts';

export interface XmlEvents {
  /** `name` is without its prefix, like the names of attributes. */
  readonly onOpen: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: (text: string) => void;
}

export const maxDepth = 100;
/** Maximum bytes without the start or end of an element. */
export const maxBytesBetweenElements = 4 * 1024 * 1024;
/** Bytes that are parsed at once. */
const stepBytes = 64 * 1024;

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Throws `ledger-workbook` for a part that is not well-formed UTF-8 XML. */
export async function readXmlPart(
  chunks: AsyncIterable<Uint8Array>,
  { onOpen, onClose, onText }: XmlEvents,
): Promise<void> {
  const refuse = () => {
    throw workbookError('damaged');
  };
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let silentBytes = 0;
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') refuse();
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    silentBytes = 0;
    if (depth > maxDepth) refuse();
    onOpen(
      withoutPrefix(name),
      new Map(Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value])),
    );
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    silentBytes = 0;
    onClose?.(withoutPrefix(name));
  });
  if (onText !== undefined) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw workbookError('damaged');
    }
  };
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += stepBytes) {
      const step = chunk.subarray(at, at + stepBytes);
      silentBytes += step.length;
      if (silentBytes > maxBytesBetweenElements) refuse();
      parser.write(decode(step, true));
    }
  parser.write(decode(new Uint8Array(), false));
  parser.close();
}
