import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { FolderFile } from "./folder-file.ts";

/** How the content of a file can be looked at: a table is text too. */
export const PreviewKind = {
  Text: "text",
  Json: "json",
  Table: "table",
  Image: "image",
  Pdf: "pdf",
} as const;
export type PreviewKind = (typeof PreviewKind)[keyof typeof PreviewKind];

interface BinaryType {
  readonly kind: PreviewKind;
  readonly mediaType: string;
  /** The signs with which such a file begins, `null` for any. */
  readonly begins: readonly (number | null)[];
}

const ANY = [null, null, null, null];
const BINARY: Readonly<Record<string, BinaryType>> = {
  png: { kind: "image", mediaType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  jpg: { kind: "image", mediaType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  jpeg: { kind: "image", mediaType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  gif: { kind: "image", mediaType: "image/gif", begins: [0x47, 0x49, 0x46, 0x38] },
  webp: {
    kind: "image",
    mediaType: "image/webp",
    begins: [0x52, 0x49, 0x46, 0x46, ...ANY, 0x57, 0x45, 0x42, 0x50],
  },
  pdf: { kind: "pdf", mediaType: "application/pdf", begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
};
const TEXTS: Readonly<Record<string, PreviewKind>> = {
  csv: "table",
  tsv: "table",
  json: "json",
  ...Object.fromEntries(
    ["txt", "log", "md", "xml", "yaml", "yml", "sql", "sh", "py"].map((one) => [one, "text"]),
  ),
};

/** The beginning of a text is shown, up to this many bytes. */
export const MOST_TEXT_BYTES: number = 256 * 1024;
export const MOST_BINARY_BYTES: number = 20 * 1024 * 1024;

/** Nothing in a shown file is executed, loads anything, or acts for the person who looks at it. */
const SANDBOXED = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** Browsers do not show a PDF in a sandbox; what one says runs in their own viewer, apart from the page's origin. */
const OF_PDF = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** How a file may be looked at, by its name; `null`: only to be saved. */
export function previewKindOf(path: string): PreviewKind | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase();
  // What programs leave under the name of a result has none.
  if (ending === undefined) return PreviewKind.Text;
  return BINARY[ending]?.kind ?? TEXTS[ending] ?? null;
}

/**
 * A file as a browser shows it. Text of any kind is plain text; an image or a PDF has to begin as one.
 * @throws MoJobError `file_not_shown` for a file that cannot be shown
 */
export async function previewFile(file: FolderFile): Promise<Response> {
  const kind = previewKindOf(file.path);
  if (kind === null) throw refused(file, "its kind is only saved, not shown");
  const binary = BINARY[/\w+$/.exec(file.path)?.[0]?.toLowerCase() ?? ""];
  const isBinary = kind === PreviewKind.Image || kind === PreviewKind.Pdf;
  const most = isBinary ? MOST_BINARY_BYTES : MOST_TEXT_BYTES;
  const { bytes, isWhole } = await beginningOf(file, most);
  if (isBinary && !isWhole) throw refused(file, `it has more than ${most} bytes`);
  if (isBinary && binary?.begins.some((byte, at) => byte !== null && bytes[at] !== byte) !== false)
    throw refused(file, `its content is no ${kind === PreviewKind.Pdf ? "PDF" : "image of its name"}`);
  return new Response(bytes, {
    headers: {
      "Content-Type": isBinary ? (binary?.mediaType ?? "") : "text/plain; charset=utf-8",
      "Content-Disposition": "inline",
      "Content-Security-Policy": kind === PreviewKind.Pdf ? OF_PDF : SANDBOXED,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function beginningOf(
  file: FolderFile,
  most: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of await file.read()) {
    pieces.push(piece.subarray(0, most - size));
    size += piece.length;
    if (size > most) break;
  }
  const bytes = new Uint8Array(Math.min(size, most));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, isWhole: size <= most };
}

function refused({ path }: FolderFile, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.FileNotShown, `Cannot show file ${JSON.stringify(path)}: ${why}`);
}
