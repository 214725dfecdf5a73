/** @file Creates X.509 certificates (RFC 5280) with Node's crypto, so that tests need no external tool for TLS. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Private key and certificate of a TLS server, both in PEM. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority. */
export interface Authority {
  /** Its root certificate, in PEM. */
  readonly cert: string;
  /** Issues a certificate for host names and IPv4 addresses. */
  issue(...hosts: readonly string[]): ServerIdentity;
}

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
} as const;

const objectIds = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
} as const;

/** Encodes contents with a tag and a length in DER (ITU-T X.690). */
function der(tag: keyof typeof tags, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tags[tag], ...size]), content]);
}

const objectId = (name: keyof typeof objectIds) => der('objectId', Buffer.from(objectIds[name]));
const bits = (bytes: Uint8Array) => der('bitString', Buffer.from([0]), bytes);
const nameOf = (commonName: string) =>
  der('sequence', der('set', der('sequence', objectId('commonName'), der('utf8', Buffer.from(commonName)))));
const extension = (id: keyof typeof objectIds, value: Uint8Array) =>
  der('sequence', objectId(id), der('octetString', value));

function altName(host: string): Buffer {
  if (!isIPv4(host)) return der('dnsName', Buffer.from(host));
  return der('ipAddress', Buffer.from(host.split('.').map(Number)));
}

/** Creates a certificate in PEM that is valid from 2020 to 2049. */
function createCertificate(fields: {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly signedBy: KeyObject;
  readonly extension: Uint8Array;
}): string {
  const algorithm = der('sequence', objectId('ecdsaWithSha256'));
  const validity = ['200101000000Z', '491231235959Z'].map((time) => der('utcTime', Buffer.from(time)));
  const body = der(
    'sequence',
    der('version', der('integer', Buffer.from([2]))),
    der('integer', Buffer.from([1]), randomBytes(8)),
    algorithm,
    nameOf(fields.issuer),
    der('sequence', ...validity),
    nameOf(fields.subject),
    fields.publicKey.export({ type: 'spki', format: 'der' }),
    der('extensions', der('sequence', fields.extension)),
  );
  const signed = der('sequence', body, algorithm, bits(sign('sha256', body, fields.signedBy)));
  return `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Creates an authority with a common name. */
export function createAuthority(name: string): Authority {
  const { publicKey, privateKey } = newKeys();
  const authorityConstraint = der('sequence', der('boolean', Buffer.from([0xff])));
  return {
    cert: createCertificate({
      issuer: name,
      subject: name,
      publicKey,
      signedBy: privateKey,
      extension: extension('basicConstraints', authorityConstraint),
    }),
    issue(...hosts) {
      const keys = newKeys();
      return {
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: createCertificate({
          issuer: name,
          subject: hosts[0] ?? 'unnamed',
          publicKey: keys.publicKey,
          signedBy: privateKey,
          extension: extension('subjectAltName', der('sequence', ...hosts.map(altName))),
        }),
      };
    },
  };
}
