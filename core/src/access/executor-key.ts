/** A public key with which an executor signs its calls over HTTP. */
export interface ExecutorKey {
  /** The id of the key: 24 hexadecimal characters of its SHA-256. */
  readonly id: string;
  /** The name of the key in a signature: `app/executor/id`, or `app//id` for a key of every executor of the app. */
  readonly keyid: string;
  readonly app: string;
  /** The name of the one executor that may sign with it; `null` is every one of the app. */
  readonly executor: string | null;
  /** Ed25519, as the base64 of its SubjectPublicKeyInfo (RFC 8410). */
  readonly publicKey: string;
  readonly at: Date;
  /** Who registered it; `null` is the program itself. */
  readonly by: string | null;
}

/** A key, and whether it is in use. */
export interface ExecutorKeyView extends ExecutorKey {
  /** When a call was last signed with it, up to a minute early; `null` where none was. */
  readonly usedAt: Date | null;
}

export interface AddExecutorKeyRequest {
  /** An Ed25519 public key in PEM, as `openssl pkey -pubout` prints it, or the base64 within. */
  readonly publicKey: string;
  /** The name of the one executor that may sign with it. @default every executor of the app */
  readonly executor?: string;
}

/** The executors' keys, as the gateways look them up for signed calls. */
export interface ExecutorKeyring {
  /** Resolves to the key that a signature names, as it is at this moment; `null` where there is none. */
  find(keyid: string): Promise<ExecutorKey | null>;
  /** Marks a nonce of a key as used for 130 s, for every gateway of the tenant; resolves to whether it was not. */
  takeNonce(keyid: string, nonce: string): Promise<boolean>;
}
