/** The forms a file is kept in; who reads neither is given the gzip one, unpacked. */
export type AssetEncoding = "br" | "gzip";

/** One file of the built panel. */
export interface PanelAsset {
  /** Its media type. */
  readonly type: string;
  /** Of its content. */
  readonly hash: string;
  bytes(encoding: AssetEncoding): Uint8Array<ArrayBuffer>;
}

/** A file as the build writes it: base64, so that a module can hold it on every runtime. */
export interface BuiltAsset {
  readonly name: string;
  readonly type: string;
  readonly hash: string;
  readonly gzip: string;
  readonly br: string;
}

/** What the build writes. */
export interface PanelBuild {
  /** The page, with places for the base and the nonce. */
  readonly page: string;
  readonly assets: readonly BuiltAsset[];
}

/** Decoded when it is first asked for. */
export function panelAsset({ type, hash, ...encoded }: BuiltAsset): PanelAsset {
  const decoded = new Map<AssetEncoding, Uint8Array<ArrayBuffer>>();
  return {
    type,
    hash,
    bytes(encoding) {
      const known = decoded.get(encoding);
      if (known) return known;
      const bytes = Uint8Array.from(atob(encoded[encoding]), (byte) => byte.charCodeAt(0));
      decoded.set(encoding, bytes);
      return bytes;
    },
  };
}
