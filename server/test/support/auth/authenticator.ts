import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AssertionJson, AttestationJson } from '@lectern/shared-contracts/api/factors.ts';

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A request of a browser to its authenticator. */
export interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  /** Base64url; at registration only. */
  userHandle?: string;
}

export interface AuthenticatorOptions {
  /** False for one without user verification. */
  verifiesUser?: boolean;
  /** False for one whose counter stays 0, like a password manager. */
  counts?: boolean;
}

/** An authenticator with one passkey: ES256, no attestation, like a phone or security key. */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  counter = 0;
  private readonly verifiesUser: boolean;
  private readonly counts: boolean;
  private readonly key: { privateKey: KeyObject; publicKey: KeyObject };
  private userHandle = '';

  constructor({ verifiesUser = true, counts = true }: AuthenticatorOptions = {}) {
    this.verifiesUser = verifiesUser;
    this.counts = counts;
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  create({ challenge, origin, rpId, userHandle = '' }: Ceremony): AttestationJson {
    this.userHandle = userHandle;
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    // A COSE key: EC2, ES256, P-256.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, coseKey]);
    const authData = Buffer.concat([this.authenticatorData(rpId, 0x40), attested]);
    // { fmt: 'none', attStmt: {}, authData } in CBOR.
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
    const attestationObject = Buffer.concat([head, Buffer.from([authData.length]), authData]);
    const clientDataJSON = clientData('webauthn.create', challenge, origin);
    return this.credential({
      clientDataJSON: base64url(clientDataJSON),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  get({ challenge, origin, rpId }: Ceremony): AssertionJson {
    if (this.counts) this.counter++;
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const authenticatorData = this.authenticatorData(rpId, 0);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      this.key.privateKey,
    );
    return this.credential({
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: this.userHandle,
    });
  }

  /** Hash of the RP id, flags and counter; the user is always present. */
  private authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([0x01 | (this.verifiesUser ? 0x04 : 0) | flags]),
      counter,
    ]);
  }

  private credential<R extends object>(response: R) {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
