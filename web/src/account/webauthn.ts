/** Passkeys in the browser (WebAuthn). The server sends the options as JSON and gets the browser's answer as JSON. */
import { type Answer, type Asked, callWords } from '@/api';

/** A ceremony to create a passkey. */
type Creation = Answer<'post', 'passkeys/options'>;
/** A ceremony to use a passkey, which the server has begun. */
export type PasskeyCeremony = Answer<'post', 'passkeyLogin/options'>;
/** What the server gets of a passkey that was created. */
type Created = Asked<'post', 'passkeys'>['credential'];
/** What the server gets of a passkey that was used. */
type Used = Asked<'post', 'passkeyLogin'>['credential'];

/** Whether the browser has passkeys: not on an address without encryption, nor in some embedded browsers. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && typeof navigator.credentials?.get === 'function';
}

/** Makes a passkey on this device, and returns what the server stores of it. */
export async function createPasskey(options: Creation['options']): Promise<Created> {
  const json = options as PublicKeyCredentialCreationOptionsJSON;
  const parse = PublicKeyCredential.parseCreationOptionsFromJSON?.bind(PublicKeyCredential);
  const publicKey = parse ? parse(json) : creation(json);
  return toJson(await navigator.credentials.create({ publicKey })) as Created;
}

/** Asks the person to confirm with a passkey, and returns the answer for the server. */
export async function confirmPasskey(options: PasskeyCeremony['options']): Promise<Used> {
  const json = options as PublicKeyCredentialRequestOptionsJSON;
  const parse = PublicKeyCredential.parseRequestOptionsFromJSON?.bind(PublicKeyCredential);
  const publicKey = parse ? parse(json) : request(json);
  return toJson(await navigator.credentials.get({ publicKey })) as Used;
}

/** The message about a ceremony that failed. The browser does not tell a person who canceled from a wait that was too long. */
export function passkeyWords(error: unknown): string {
  if (!(error instanceof DOMException)) return callWords(error);
  if (error.name === 'InvalidStateError') return 'This device has a passkey of your account already.';
  if (error.name === 'SecurityError') return 'Passkeys do not work at this address of the site.';
  return 'Nothing was confirmed: it was canceled, or it took too long. You can try again.';
}

/** The options with their bytes, for browsers without `parseCreationOptionsFromJSON`. */
function creation(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  return {
    ...(json as object),
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: (json.excludeCredentials ?? []).map(withBytes),
  } as PublicKeyCredentialCreationOptions;
}

/** The same for logging in. */
function request(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    ...(json as object),
    challenge: bytes(json.challenge),
    allowCredentials: (json.allowCredentials ?? []).map(withBytes),
  } as PublicKeyCredentialRequestOptions;
}

const withBytes = (one: PublicKeyCredentialDescriptorJSON) => ({ ...one, id: bytes(one.id) });

/** The browser's answer as JSON, also in browsers whose credentials have no `toJSON`. */
function toJson(made: Credential | null): object {
  if (made === null) throw new DOMException('No credential', 'NotAllowedError');
  const credential = made as PublicKeyCredential;
  if (typeof credential.toJSON === 'function') return credential.toJSON();
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const text = (buffer: ArrayBuffer | null | undefined) => (buffer ? base64Url(buffer) : undefined);
  return {
    id: credential.id,
    rawId: base64Url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
      transports: response.getTransports?.(),
    },
  };
}

function bytes(text: string): ArrayBuffer {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function base64Url(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
